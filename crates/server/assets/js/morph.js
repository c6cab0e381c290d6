// Swaps new HTML into the page by id. Elements that are there already stay, with their focus, scroll position and
// running animations; only what differs changes.

/** Puts every top-level element of `html` in the place of the element with its id. Returns the elements that are new. */
export function patch(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const added = [];
  for (const next of [...template.content.children]) {
    const now = next.id && document.getElementById(next.id);
    if (now) morph(now, next, added);
    else place(next, added);
  }
  return added;
}

/** A new part goes to the list that takes parts like it. */
function place(next, added) {
  const list = document.querySelector(`[data-takes="${next.id.replace(/[^a-z].*$/, '')}"]`);
  if (list) { list.append(next); added.push(next); }
}

function morph(now, next, added) {
  if (now.isEqualNode(next)) return;
  if (now.tagName !== next.tagName) { now.replaceWith(next); added.push(next); return; }
  attributes(now, next);
  if (now.matches('input, textarea, select')) {
    if (now !== document.activeElement && 'defaultValue' in next) now.value = next.defaultValue;
    return;
  }
  children(now, next, added);
}

function attributes(now, next) {
  for (const { name, value } of [...next.attributes]) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  for (const { name } of [...now.attributes]) {
    if (!next.hasAttribute(name) && !(name === 'open' && now.matches('details, dialog'))) now.removeAttribute(name);
  }
}

function children(now, next, added) {
  const kept = new Map();
  for (const child of now.children) if (child.id) kept.set(child.id, child);
  let at = now.firstChild;
  for (const wanted of [...next.childNodes]) {
    const match = pick(at, wanted, kept);
    if (!match) {
      now.insertBefore(wanted, at);
      if (wanted.nodeType === 1) added.push(wanted);
    } else if (match === at) {
      at = at.nextSibling;
      same(match, wanted, added);
    } else {
      now.insertBefore(match, at);
      same(match, wanted, added);
    }
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

/** The node that becomes `wanted`: the one with its id, or the one that stands here if neither has one. */
function pick(at, wanted, kept) {
  if (wanted.id) return kept.get(wanted.id);
  const fits = at && !at.id && at.nodeType === wanted.nodeType && at.nodeName === wanted.nodeName;
  return fits ? at : null;
}

function same(now, next, added) {
  if (now.nodeType === 1) morph(now, next, added);
  else if (now.data !== next.data) now.data = next.data;
}
