// Pictures as small PNG files: a palette of 256 colors, the best compression.

import * as zlib from 'node:zlib';

const COLORS = 256;

/** The colors of a picture, each with how often it is there, a little rounded. */
function counted(pixels) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const color = ((pixels[at] & 0xfe) << 16) | ((pixels[at + 1] & 0xfe) << 8) | (pixels[at + 2] & 0xfe);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts].map(([color, count]) => ({ rgb: [color >> 16, (color >> 8) & 255, color & 255], count }));
}

/** Splits the colors into boxes by median cut; a box's mean is its color. */
function palette(colors) {
  const boxes = [colors];
  const width = (box, channel) => {
    let [low, high] = [255, 0];
    for (const { rgb } of box) { low = Math.min(low, rgb[channel]); high = Math.max(high, rgb[channel]); }
    return high - low;
  };
  const weight = (box) => box.reduce((sum, { count }) => sum + count, 0);
  const score = (box) => (box.length < 2 ? 0 : Math.sqrt(weight(box)) * Math.max(width(box, 0), width(box, 1), width(box, 2)));
  const scores = [score(colors)];
  while (boxes.length < COLORS) {
    const at = scores.indexOf(Math.max(...scores));
    if (!scores[at]) break;
    const box = boxes[at];
    const channel = [0, 1, 2].reduce((best, one) => (width(box, one) > width(box, best) ? one : best));
    box.sort((one, other) => one.rgb[channel] - other.rgb[channel]);
    let middle = 0;
    for (let seen = 0, half = weight(box) / 2; middle < box.length - 1 && seen + box[middle].count <= half; middle += 1) seen += box[middle].count;
    middle = Math.min(Math.max(middle, 1), box.length - 1);
    const [low, high] = [box.slice(0, middle), box.slice(middle)];
    boxes.splice(at, 1, low, high);
    scores.splice(at, 1, score(low), score(high));
  }
  return boxes.map((box) => [0, 1, 2].map((channel) => Math.round(box.reduce((sum, { rgb, count }) => sum + rgb[channel] * count, 0) / weight(box))));
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
const crc = zlib.crc32 ?? ((bytes) => {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
});

/** A PNG of pixels in RGBA. */
export function png(width, height, pixels) {
  const colors = palette(counted(pixels));
  const nearest = new Map();
  const find = (red, green, blue) => {
    const key = (red << 16) | (green << 8) | blue;
    let found = nearest.get(key);
    if (found === undefined) {
      let best = Infinity;
      colors.forEach(([r, g, b], place) => {
        const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
        if (far < best) { best = far; found = place; }
      });
      nearest.set(key, found);
    }
    return found;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) rows[y * (width + 1) + 1 + x] = find(pixels[at], pixels[at + 1], pixels[at + 2]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('PLTE', Buffer.from(colors.flat())),
    chunk('IDAT', zlib.deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ]);
}
