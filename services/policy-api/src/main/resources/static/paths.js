// The table of paths, the prefixes that cover the searched prefix, and the explained path.
import { get } from './api.js';
import { chain } from './chain.js';
import { ASPA_STATES, ORIGINS, badge, el, number, peerOf, routerOf, setText, stateBadge, update } from './dom.js';
import { address, markField, isAddress, isDefault, isNarrowed, parameters, values } from './filters.js';
import { emptyReason } from './health.js';

const PAGE = 25;
const $ = (id) => document.getElementById(id);
let empty = null; // filters that no path matches; null if some path does
let drawn = null; // the validity in the explanation that the page shows, as JSON

/** Position in the list: cursors of the pages up to the shown one, and the id of the explained path. */
export const place = { cursors: [null], path: null, next: null };

/** Requests and draws the list. Returns false if the server refuses the filters or the filters changed meanwhile. */
export async function showPaths() {
  const asked = values();
  const cursor = place.cursors.at(-1);
  let page;
  try {
    page = await get('api/v1/routes', { ...parameters(asked), limit: PAGE, cursor });
  } catch (problem) {
    if (!problem.status) throw problem;
    if (problem.status === 400) markField(problem.message);
    empty = null;
    drawRows([]);
    explainEmpty(problem.message);
    $('covering').hidden = true;
    return false;
  }
  // The filters or the page changed meanwhile.
  if (cursor !== place.cursors.at(-1) || JSON.stringify(asked) !== JSON.stringify(values())) return false;
  drawRows(page.routes);
  empty = page.routes.length ? null : asked;
  if (empty) explainAgain();
  else explainEmpty(null);
  place.next = page.cursor ?? null;
  $('pager').hidden = !page.routes.length && place.cursors.length === 1;
  setText($('page'), `page ${place.cursors.length}`);
  $('previous').disabled = place.cursors.length === 1;
  $('next').disabled = !page.cursor;
  await showCovering(asked, page.routes);
  const row = page.routes.find((route) => route.id === place.path);
  if (row && drawn && JSON.stringify(row.validity) !== drawn) await explain();
  return true;
}

/** Explains an empty list by the known state of the server. */
export function explainAgain() {
  if (empty) {
    explainEmpty(isNarrowed(empty) ? 'No path matches these filters.'
      : isDefault(empty) || empty.state.includes('NOT_VALID') ? emptyReason() : 'No path has this state now.');
  }
}

function explainEmpty(words) {
  $('empty').hidden = !words;
  setText($('empty'), words ?? '');
}

/** Draws the prefixes that cover an address, or a prefix without routes, least specific first. */
async function showCovering(asked, routes) {
  const wanted = asked.prefix && (isAddress(asked.prefix) || !routes.length);
  const chainOf = wanted ? (await get('api/v1/prefixes', { covering: asked.prefix })).prefixes : null;
  $('covering').hidden = !chainOf;
  if (!chainOf) return;
  if (!chainOf.length) return update($('covering'), `No prefix with routes covers ${asked.prefix}.`);
  return update($('covering'), `${asked.prefix} is covered by`, el('ol', {}, ...chainOf.map((prefix, i) => el('li', {},
    el('a', { href: address({ state: '', prefix: prefix.prefix }) }, prefix.prefix),
    el('span', { className: 'note' }, ` ${number(prefix.routes)} ${prefix.routes === 1 ? 'route' : 'routes'}${i === chainOf.length - 1 ? ', longest match' : ''}`)))));
}

function drawRows(routes) {
  update($('rows'), ...routes.map(row));
}

const cell = (label, ...children) => el('td', { 'data-label': label, role: 'cell' }, ...children);

function row(route) {
  const { validity } = route;
  const first = validity.findings[0];
  const { origin, aspa } = validity;
  const wrong = [
    first ? el('span', { className: 'mono' }, first.rule) : null,
    first?.hop ? el('span', { className: 'sub' }, `hop ${first.hop}, AS${first.asn}`) : null,
    origin.state === 'invalid' ? el('span', { className: 'sub' }, `origin invalid${origin.reason ? `: ${origin.reason}` : ''}`) : null,
  ].filter(Boolean);
  return el('tr', { role: 'row', 'data-id': route.id, 'aria-current': String(route.id === place.path) },
    cell('Prefix', el('a', {
      className: 'row-link', href: address(values(), route.id),
      'aria-label': `explain ${route.prefix}/${route.prefix_len} of ${routerOf(route)}`,
    }, `${route.prefix}/${route.prefix_len}`)),
    cell('State', stateBadge(validity.state), validity.derived_from ? badge('verdict from before policy', '') : null,
      validity.dual_path ? badge('beside AS_PATH', '') : null,
      validity.experimental ? badge(`${validity.experimental.scheme ?? 'scheme'}: ${validity.experimental.state}`, '') : null,
      origin.state === 'invalid' ? badge(`origin ${ORIGINS.invalid.words}`, 'bad') : null,
      aspa.state === 'invalid' ? badge(`ASPA ${ASPA_STATES.invalid.words}`, 'bad') : null),
    cell('Findings', ...(wrong.length ? wrong : ['–'])),
    cell('Path', el('span', { className: 'mono path' }, route.as_path.join(' ') || '–')),
    cell('Router, peer', routerOf(route) ?? '–',
      el('span', { className: 'sub' }, el('span', { className: 'mono' }, peerOf(route) ?? '–'), ` AS${route.peer_asn}, `, el('span', { className: 'whole' }, route.view))));
}

/** Marks the row of the explained path. */
export function select() {
  for (const tr of $('rows').children) {
    const selected = String(tr.dataset.id === place.path);
    if (tr.getAttribute('aria-current') !== selected) tr.setAttribute('aria-current', selected);
  }
  $('split').dataset.open = String(place.path != null);
  $('detail').hidden = place.path == null;
}

/** Draws the explanation of the selected path if it has changed. */
export async function explain() {
  const id = place.path;
  if (!id) return;
  try {
    const explanation = await get(`api/v1/routes/${encodeURIComponent(id)}/explain`);
    if (place.path !== id) return;
    drawn = JSON.stringify(explanation.route.validity);
    update($('chain'), ...chain(explanation));
  } catch (problem) {
    if (!problem.status) throw problem;
    if (place.path !== id) return;
    drawn = null;
    update($('chain'), el('p', { className: 'empty' }, problem.status === 404
      ? 'This path no longer exists: it was withdrawn, or its session went down.' : problem.message));
  }
}
