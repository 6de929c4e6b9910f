// Counts, sessions, routers, and the rankings of findings and ASes.
import { ASPA_STATES, ORIGINS, STATES, badge, count, el, fitRows, number, peerOf, routerOf, setText, time, update } from './dom.js';
import { address, setOptions } from './filters.js';

const $ = (id) => document.getElementById(id);
const MOST_ROWS = 200; // maximum number of rows; sessions and routers with problems come first

const link = (values, ...children) => el('a', { href: address({ state: '', ...values }) }, ...children);

function tile(words, value, state) {
  const content = [el('b', {}, value), el('span', {}, words)];
  return state
    ? el('a', { className: 'tile', 'data-state': state, 'data-zero': String(value === '0'), href: address({ state }) }, ...content)
    : el('div', { className: 'tile' }, ...content);
}

export function showSummary(summary) {
  const { states, sessions, rpki, routes } = summary;
  const coverage = 100 * summary.coverage;
  update($('tiles'),
    tile(routes ? 'routes' : 'no route yet', number(routes)),
    tile('signed', routes ? `${coverage.toFixed(coverage < 10 ? 2 : 1)} %` : '–'),
    ...Object.keys(STATES).map((s) => tile(STATES[s].words, number(states[s]), s)));
  $('bar').hidden = routes === 0;
  const present = Object.keys(STATES).filter((s) => states[s]);
  update($('bar'), ...present.map((s) => el('i', { 'data-state': s, title: `${number(states[s])} ${STATES[s].words}` })));
  present.forEach((s, i) => { $('bar').children[i].style.flexGrow = states[s]; });
  $('bar').setAttribute('aria-label', routes ? present.map((s) => `${states[s]} ${STATES[s].words}`).join(', ') : 'no route');
  $('origins').hidden = routes === 0;
  update($('origins'), el('span', { className: 'note' }, 'Origin (RFC 6811):'), ...Object.entries(ORIGINS).map(([state, { words, kind }]) =>
    link({ origin_state: state }, badge(`${number(summary.origin_states[state] ?? 0)} ${words}`, summary.origin_states[state] ? kind : ''))));
  $('aspa').hidden = routes === 0 || routes === summary.aspa_states['not-verified'];
  update($('aspa'), el('span', { className: 'note' }, 'AS path (ASPA):'), ...Object.entries(ASPA_STATES).map(([state, { words, kind }]) =>
    link({ aspa_state: state }, badge(`${number(summary.aspa_states[state] ?? 0)} ${words}`, summary.aspa_states[state] ? kind : ''))));
  setText($('facts'), [
    sessions.total ? `${sessions.up + sessions.syncing} of ${count(sessions.total, 'session')} up at ${count(sessions.routers, 'router')}` : 'no session yet',
    rpki ? `RPKI serial ${rpki.serial}: ${count(rpki.router_keys, 'router key')}, ${count(rpki.vrps, 'VRP')}, ${count(rpki.aspas, 'ASPA')}` : 'no RPKI data yet: no path can be validated',
  ].join(' · '));
  ranking($('findings'), Object.entries(summary.findings).sort((a, b) => b[1] - a[1]), (finding) => ({ finding }),
    routes ? `No finding on ${count(routes, 'route')}${states.UNVERIFIED ? `; ${number(states.UNVERIFIED)} not validated` : ''}.` : 'No route yet.');
  ranking($('offenders'), summary.offenders.map((o) => [`AS${o.asn}`, o.routes]), (asn) => ({ state: 'NOT_VALID,MALFORMED', asn: asn.slice(2) }),
    routes ? 'No AS is named by a finding.' : 'No route yet.');
  setOptions('finding', Object.keys(summary.findings), 'any');
  setText($('generated'), `as of ${time(summary.generated)}`);
}

function ranking(list, entries, filter, none) {
  const most = Math.max(1, ...entries.map(([, amount]) => amount));
  if (!entries.length) return update(list, el('li', { className: 'note' }, none));
  return update(list, ...entries.map(([name, amount]) => el('li', {},
    link(filter(name), name),
    el('meter', { min: 0, max: most, value: amount, 'aria-hidden': 'true' }),
    el('span', { className: 'num' }, number(amount)))));
}

const cell = (label, properties, ...children) => el('td', { 'data-label': label, role: 'cell', ...properties }, ...children);
const row = (...cells) => el('tr', { role: 'row' }, ...cells);
const none = (columns, words) => row(el('td', { colSpan: columns, className: 'empty', role: 'cell' }, words));
const where = (name, ip, fallback = '–') => [name ?? ip ?? fallback, name && ip ? el('span', { className: 'sub mono' }, ip) : null];

const URGENCY = { DOWN: 0, LOST: 1, SYNCING: 2, UP: 3 };
const SESSION_KINDS = { UP: 'good', SYNCING: 'open', LOST: 'warn', DOWN: 'bad' };
/** Warnings of sessions whose routes are complete. */
const WARNINGS = {
  'path-ids-missing': 'no path identifiers', 'path-ids-undeclared': 'path identifiers',
  'two-octet-paths': '2-byte AS numbers', 'four-octet-paths': '4-byte AS numbers', 'extra-bytes': 'extra bytes',
};
const BGPSEC = { active: ['signed', 'good'], negotiated: ['negotiated', 'open'], stripped: ['stripped', 'bad'], none: ['no', ''] };

const name = (s) => s.router_name ?? s.router_ip ?? '';
const words = (of) => (a, b) => of(a).localeCompare(of(b), 'en', { numeric: true });
const ORDERS = {
  router: words(name),
  peer: words((s) => s.peer_ip ?? ''),
  state: (a, b) => URGENCY[a.state] - URGENCY[b.state],
  bgpsec: words((s) => s.bgpsec),
  routes: (a, b) => b.routes - a.routes,
  invalid: (a, b) => (b.states.NOT_VALID ?? 0) - (a.states.NOT_VALID ?? 0),
};
const order = { column: 'state', reverse: false, sessions: [] };

/** Sorts the sessions by a column; in reverse if they are sorted by it already. */
export function sortSessions(column) {
  order.reverse = order.column === column && !order.reverse;
  order.column = column;
  showSessions(order.sessions);
}

function showOrder() {
  for (const button of document.querySelectorAll('#sessions-order button')) {
    const sorted = button.dataset.order === order.column;
    button.closest('th').setAttribute('aria-sort', !sorted ? 'none' : order.reverse ? 'descending' : 'ascending');
  }
}

export function showSessions(sessions) {
  order.sessions = sessions;
  const sorted = sessions.toSorted(ORDERS[order.column]);
  if (order.reverse) sorted.reverse();
  showOrder();
  const up = sessions.filter((s) => s.state === 'UP' || s.state === 'SYNCING');
  setText($('sessions-note'), [
    sessions.length > MOST_ROWS ? `${MOST_ROWS} of ${number(sessions.length)}` : null,
    sessions.length ? `${up.filter((s) => s.bgpsec_negotiated).length} negotiated BGPsec` : null,
    up.some((s) => s.bgpsec_stripped) ? `${up.filter((s) => s.bgpsec_stripped).length} of them have no BGPsec_PATH` : null,
  ].filter(Boolean).join(' · '));
  update($('sessions'), ...(sorted.length ? sorted.slice(0, MOST_ROWS).map(sessionRow) : [none(6, 'No session yet.')]));
  fitRows($('sessions'));
  update($('peers'), ...[...new Set(sessions.map(peerOf).filter(Boolean))].slice(0, MOST_ROWS).map((ip) => el('option', { value: ip })));
}

/** The text by which a router names its BGP instance. */
const instance = (row) => (row.instance_name ? [el('span', { className: 'sub' }, row.instance_name)] : []);

function sessionRow(s) {
  const filter = { router: s.router_instance ? s.router_hash : s.router_name ?? s.router_ip ?? s.router_hash, peer: s.peer_name ? s.peer_hash : s.peer_ip ?? s.peer_hash, view: s.view };
  return row(
    cell('Router', {}, ...where(s.router_name && routerOf(s), s.router_ip), ...instance(s)),
    cell('Peer', {}, el('span', { className: 'mono' }, peerOf(s) ?? '–'), el('span', { className: 'sub' }, `AS${s.peer_asn}, ${s.view}`)),
    cell('State', {}, badge(s.state.toLowerCase(), SESSION_KINDS[s.state]),
      s.table_warning ? badge(s.no_routes ? 'no routes' : WARNINGS[s.table_warning] ?? 'incomplete', WARNINGS[s.table_warning] ? 'warn' : 'bad') : null,
      s.down_reason && s.state !== 'UP' ? el('span', { className: 'sub' }, s.down_reason) : null,
      s.table_warning_text ? el('span', { className: 'sub' }, s.table_warning_text) : null,
      s.session_warning_text ? el('span', { className: 'sub' }, s.session_warning_text) : null),
    cell('BGPsec', {}, badge(...BGPSEC[s.bgpsec])),
    cell('Routes', { className: 'num' }, s.routes
      ? el('a', { href: address({ state: '', ...filter }), 'aria-label': `${s.routes} routes of peer ${filter.peer} at ${filter.router}, ${s.view}` }, number(s.routes))
      : '0'),
    cell('Not valid', { className: 'num' }, s.states.NOT_VALID
      ? el('a', { href: address({ state: 'NOT_VALID', ...filter }), 'aria-label': `${s.states.NOT_VALID} not valid routes of peer ${filter.peer} at ${filter.router}, ${s.view}` }, number(s.states.NOT_VALID))
      : '0'));
}

/** State of a router from its connection and sessions, and its urgency. */
function routerState(r) {
  if (r.connected === false && r.sessions_up === 0) return ['lost', 'bad', 0];
  if (r.connected && r.sessions === 0) return ['no peer', 'warn', 1];
  if (r.sessions_up === 0) return [r.connected ? 'no peer up' : 'no session up', 'warn', 1];
  if (r.connected === false) return ['not connected', 'warn', 1];
  if (r.sessions_up < r.sessions) return [r.connected ? 'connected' : 'not known', 'good', 2];
  return [r.connected ? 'connected' : 'not known', 'good', 3];
}

export function showRouters(routers) {
  const sorted = routers.toSorted((a, b) => routerState(a)[2] - routerState(b)[2]);
  update($('routers'), ...(sorted.length ? sorted.slice(0, MOST_ROWS).map((r) => {
    const [words, kind] = routerState(r);
    return row(
      cell('Router', {}, ...where(r.router_name && routerOf(r), r.router_ip), ...instance(r)),
      cell('BMP', {}, badge(words, kind)),
      cell('Sessions up', { className: 'num' }, r.sessions ? `${r.sessions_up} of ${r.sessions}` : 'none'),
      cell('Routes', { className: 'num' }, number(r.routes)),
      cell('Not valid', { className: 'num' }, number(r.states.NOT_VALID)));
  }) : [none(5, 'No router connected yet.')]));
  fitRows($('routers'));
  setOptions('router', [...new Set(routers.map((r) => r.router_name ?? r.router_ip)), ...routers.filter((r) => r.router_instance).map(routerOf)].filter(Boolean), 'all');
}
