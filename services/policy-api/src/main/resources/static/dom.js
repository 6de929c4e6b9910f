// Building elements, and words for states. Text goes in as text nodes only: nothing that a router said is ever read as HTML.

/** An element with properties (data-… and aria-… as attributes) and children (elements or texts). */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith('data-') || key.startsWith('aria-') || key === 'scope' || key === 'role') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

export const number = (n) => n.toLocaleString('en');

export const STATES = {
  VALID: { words: 'valid', kind: 'good' },
  NOT_VALID: { words: 'not valid', kind: 'bad' },
  MALFORMED: { words: 'malformed', kind: 'warn' },
  UNSIGNED: { words: 'unsigned', kind: '' },
  UNVERIFIED: { words: 'not judged', kind: 'open' },
};

export function badge(words, kind) {
  return el('span', { className: 'badge', 'data-kind': kind || null }, words);
}

export const stateBadge = (state) => badge(STATES[state]?.words ?? state, STATES[state]?.kind);
