// What comes from npm is in target/browser: nothing is installed into the tree.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const load = createRequire(resolve(process.env.CROUPIER_MODULES ?? 'target/browser', 'package.json'));

export const { chromium } = load('playwright-core');
/** The source of axe: pages take no script that is not theirs, so it is evaluated. */
export const axeSource = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');
