// The filters of the paths. They are part of the page's address, so that they can be shared and work with the history.
import { el } from './dom.js';

const NAMES = ['state', 'origin_state', 'aspa_state', 'finding', 'prefix', 'asn', 'router', 'peer', 'view'];
const DEFAULT_STATE = 'NOT_VALID,MALFORMED';
const form = document.getElementById('filters');
/** Parameters of the page's address that are no filters. The server refuses them, with the names that it knows. */
let unknown = {};

/**
 * Returns the filters and the selected path of an address. Without any filter, `state` has its default. A repeated
 * filter becomes a list with commas; the server refuses the list if the filter has one value.
 */
export function read(search = location.search) {
  const given = new URLSearchParams(search);
  const all = (name) => given.getAll(name).join(',');
  const values = Object.fromEntries(NAMES.map((name) => [name, all(name)]));
  unknown = Object.fromEntries([...given.keys()].filter((name) => name !== 'path' && !NAMES.includes(name)).map((name) => [name, all(name)]));
  if (!given.has('state')) values.state = NAMES.some((name) => given.get(name)) ? '' : DEFAULT_STATE;
  const old = new URLSearchParams(location.hash.slice(1)).get('path');
  return { values, path: given.get('path') ?? old };
}

/** Returns the address for some filters, relative to the page. */
export function address(values, path = null) {
  const given = new URLSearchParams();
  for (const name of NAMES) if (values[name]) given.set(name, values[name]);
  const others = NAMES.some((name) => name !== 'state' && values[name]);
  const state = values.state ?? '';
  given.delete('state');
  if (others ? state !== '' : state !== DEFAULT_STATE) given.set('state', state);
  if (path) given.set('path', path);
  return given.size ? `?${given}` : './';
}

/** Sets the values of the form, and adds missing values to its lists. */
export function write(values) {
  for (const name of NAMES) {
    const field = form.elements[name];
    const value = values[name] ?? '';
    if (field.tagName === 'SELECT' && ![...field.options].some((o) => o.value === value)) field.append(el('option', { value }, value));
    if (field.value !== value) field.value = value;
    field.removeAttribute('aria-invalid');
  }
}

export function values() {
  return { ...Object.fromEntries(NAMES.map((name) => [name, form.elements[name].value.trim()])), ...unknown };
}

/** Selects all states when the first other filter is set, unless the user has chosen a state. */
export function widened(before, after) {
  const narrow = (v) => NAMES.some((name) => name !== 'state' && v[name]);
  return !narrow(before) && narrow(after) && before.state === DEFAULT_STATE && after.state === DEFAULT_STATE ? { ...after, state: '' } : after;
}

/**
 * Returns the query for routes. An address selects the longest covering prefix. A prefix selects itself and its more
 * specifics.
 */
export function parameters(of) {
  const { prefix } = of;
  return prefix ? { ...of, match: isAddress(prefix) ? 'longest' : 'covered' } : of;
}

export const isAddress = (prefix) => prefix !== '' && !prefix.includes('/');
export const isDefault = (of) => of.state === DEFAULT_STATE && NAMES.every((name) => name === 'state' || !of[name]);
export const isNarrowed = (of) => NAMES.some((name) => name !== 'state' && of[name]);

/** Sets the options of a list and keeps the selected one. */
export function setOptions(name, offered, all) {
  const select = form.elements[name];
  const wanted = ['', ...new Set([...offered, select.value].filter(Boolean))];
  if (wanted.join() === [...select.options].map((o) => o.value).join()) return;
  const value = select.value;
  select.replaceChildren(...wanted.map((v) => el('option', { value: v }, v || all)));
  select.value = value;
}

/** Marks the field that the server's error names. */
export function markField(message) {
  const name = NAMES.find((n) => new RegExp(`parameter ${n}\\b`).test(message));
  form.elements[name]?.setAttribute('aria-invalid', 'true');
}
