// Creates and updates elements, and names states. Text is added as text nodes only, so that text from routers is never
// parsed as HTML.

/** Creates an element with properties (data-… and aria-… as attributes) and children (elements or text). */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith('data-') || key.startsWith('aria-') || key === 'scope' || key === 'role' || key === 'href') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/**
 * Makes the children of an element equal to these. Changes only children that differ, so that selected text, focus and
 * scroll position are kept. Children have no listeners: their parent element handles clicks.
 */
export function update(parent, ...children) {
  const wanted = children.filter((child) => child != null).map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
  wanted.forEach((child, i) => {
    const old = parent.childNodes[i];
    if (!old) parent.append(child);
    else if (!old.isEqualNode(child)) change(old, child);
  });
}

function change(old, wanted) {
  if (old.nodeType === Node.TEXT_NODE && wanted.nodeType === Node.TEXT_NODE) {
    old.data = wanted.data;
  } else if (old.nodeType === Node.ELEMENT_NODE && old.nodeName === wanted.nodeName) {
    for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    update(old, ...wanted.childNodes);
  } else {
    old.replaceWith(wanted);
  }
}

/** Sets the text of an element if it differs, so that screen readers announce changes only. */
export function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Returns a time in the zone of the browser, with the name of the zone. */
export const time = (when) => new Date(when).toLocaleString([], { dateStyle: 'medium', timeStyle: 'long' });

/**
 * Ends the region around these rows at the end of a row, so that no row is cut. The style sheet has the maximum height.
 */
export function fitRows(body) {
  const region = body.closest('.tall');
  region.style.maxHeight = '';
  const { bottom } = region.getBoundingClientRect();
  const ends = [...body.rows].map((row) => row.getBoundingClientRect().bottom + region.scrollTop);
  const whole = ends.filter((end) => end <= bottom);
  if (whole.length && whole.length < ends.length) region.style.maxHeight = `${whole.at(-1) - bottom + region.clientHeight}px`;
}

export const number = (n) => n.toLocaleString('en');
export const count = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

export const STATES = {
  VALID: { words: 'valid', kind: 'good' },
  NOT_VALID: { words: 'not valid', kind: 'bad' },
  MALFORMED: { words: 'malformed', kind: 'warn' },
  UNSIGNED: { words: 'unsigned', kind: '' },
  UNVERIFIED: { words: 'not validated', kind: 'open' },
};

export const ORIGINS = {
  valid: { words: 'valid', kind: 'good' },
  invalid: { words: 'invalid', kind: 'bad' },
  'not-found': { words: 'not found', kind: '' },
  unverified: { words: 'not validated', kind: 'open' },
};

export const ASPA_STATES = {
  valid: { words: 'valid', kind: 'good' },
  invalid: { words: 'invalid', kind: 'bad' },
  unknown: { words: 'unknown', kind: '' },
  'not-verified': { words: 'not verified', kind: '' },
};

/** Returns the router of a row, with the number of its BGP instance: r1#2. */
export const routerOf = (row) => (row.router_name ?? row.router_ip) && `${row.router_name ?? row.router_ip}${row.router_instance ? `#${row.router_instance}` : ''}`;

/** Returns the peer of a row among the peers of its router. */
export const peerOf = (row) => row.peer_name ?? row.peer_ip;

export function badge(words, kind) {
  return el('span', { className: 'badge', 'data-kind': kind || null }, words);
}

export const stateBadge = (state) => badge(STATES[state]?.words ?? state, STATES[state]?.kind);
