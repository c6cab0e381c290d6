// The pit: tables narrowed to a kind of game; house edges come when they are counted.

import { askAgain } from './again.js';
import { onChange } from './live.js';

let kind = 'all';

const isShown = (table) => kind === 'all'
  || (kind === 'meter' ? 'meter' in table.dataset : table.dataset.kind.split(' ').includes(kind));

function filter() {
  for (const table of document.querySelectorAll('.tcard')) table.hidden = !isShown(table);
  for (const button of document.querySelectorAll('[data-filter]')) {
    button.setAttribute('aria-pressed', String(button.dataset.filter === kind));
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-filter]');
  if (!button) return;
  kind = button.dataset.filter;
  filter();
});
onChange(filter);
askAgain('tables', filter);
