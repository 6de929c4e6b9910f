// The dashboard: asks for what it shows, and asks again when the event stream tells of changes.
import { follow, get } from './api.js';
import { chain } from './chain.js';
import { STATES, badge, el, number, stateBadge } from './dom.js';

const PAGE = 25;
const REFRESH_MS = 1000; // changes are shown within this time, however many there are
const POLL_MS = 15000; // for what no event tells: health, keys

const $ = (id) => document.getElementById(id);
const form = $('filters');
let cursors = [null]; // of the pages up to the one that is shown
let shown = null; // the id of the path that is explained
let timer = null;
let rowsDrawn = null;
let turn = 0; // answers that were overtaken are dropped

function notice(words) {
  $('notice').hidden = !words;
  $('notice').textContent = words ?? '';
}

function live(state) {
  $('live').dataset.state = state;
  $('live').textContent = { live: 'live', lost: 'connection lost, trying again', connecting: 'connecting' }[state];
  if (state === 'live') refreshSoon();
}

function tile(words, value, state) {
  const content = [el('b', {}, value), el('span', {}, words)];
  if (!state) return el('div', { className: 'tile' }, ...content);
  return el('button', {
    className: 'tile', type: 'button', 'data-state': state, title: `show the paths that are ${words}`,
    onclick: () => choose({ state }),
  }, ...content);
}

function showSummary(summary) {
  const { states, sessions, rpki } = summary;
  $('tiles').replaceChildren(
    tile('routes', number(summary.routes)),
    tile('of them signed', summary.routes ? `${(100 * summary.coverage).toFixed(summary.coverage < 0.1 ? 2 : 1)} %` : '–'),
    ...['VALID', 'NOT_VALID', 'MALFORMED', 'UNSIGNED', 'UNVERIFIED'].map((s) => tile(STATES[s].words, number(states[s]), s)));
  $('bar').replaceChildren(...Object.keys(STATES).filter((s) => states[s]).map((s) => {
    const part = el('i', { 'data-state': s, title: `${number(states[s])} ${STATES[s].words}` });
    part.style.flexGrow = states[s];
    return part;
  }));
  $('bar').setAttribute('aria-label', Object.keys(STATES).map((s) => `${states[s]} ${STATES[s].words}`).join(', '));
  const origin = summary.origin_states;
  $('facts').textContent = [
    `origin: ${number(origin.valid)} valid, ${number(origin.invalid)} invalid, ${number(origin['not-found'])} not found`,
    `${sessions.up + sessions.syncing} of ${sessions.total} sessions up at ${sessions.routers} routers`,
    rpki ? `RPKI serial ${rpki.serial}: ${number(rpki.router_keys)} router keys, ${number(rpki.vrps)} VRPs` : 'no RPKI set yet: nothing can be judged',
  ].join(' · ');
  $('sessions-note').textContent =
    `${sessions.bgpsec_negotiated} negotiated BGPsec, ${sessions.bgpsec_stripped} of them never show a signature`;
  ranking($('findings'), Object.entries(summary.findings).sort((a, b) => b[1] - a[1]), 'No path breaks a rule.',
    (rule) => choose({ state: '', finding: rule }));
  ranking($('offenders'), summary.offenders.map((o) => [`AS${o.asn}`, o.routes]), 'No AS is named by a finding.',
    (asn) => choose({ state: 'NOT_VALID,MALFORMED', asn: asn.slice(2) }));
  options(form.elements.finding, Object.keys(summary.findings), 'any');
  $('generated').textContent = `as of ${new Date(summary.generated).toLocaleTimeString()}`;
  notice(summary.ready ? null : 'The verdicts are still being read from Kafka: the counts are of a part.');
}

function ranking(list, entries, none, onChoose) {
  const most = Math.max(1, ...entries.map(([, count]) => count));
  list.replaceChildren(...entries.map(([name, count]) => el('li', {},
    el('button', { type: 'button', onclick: () => onChoose(name) }, name),
    el('meter', { min: 0, max: most, value: count, 'aria-hidden': 'true' }),
    el('span', { className: 'num' }, number(count)))));
  if (!entries.length) list.append(el('li', { className: 'note' }, none));
}

function options(select, values, all) {
  const wanted = ['', ...new Set([...values, select.value].filter(Boolean))];
  if (wanted.join() === [...select.options].map((o) => o.value).join()) return;
  const value = select.value;
  select.replaceChildren(...wanted.map((v) => el('option', { value: v }, v || all)));
  select.value = value;
}

const STATE_KINDS = { UP: 'good', SYNCING: 'open', LOST: 'warn', DOWN: 'bad' };
const BGPSEC = { active: ['signed', 'good'], negotiated: ['negotiated', 'open'], stripped: ['stripped', 'bad'], none: ['no', ''] };

function showSessions(sessions) {
  $('sessions').replaceChildren(...sessions.map((s) => el('tr', {},
    el('td', {}, s.router_name ?? s.router_ip ?? '–', el('span', { className: 'sub mono' }, s.router_name ? s.router_ip ?? '' : '')),
    el('td', {}, el('span', { className: 'mono' }, s.peer_ip ?? '–'), el('span', { className: 'sub' }, `AS${s.peer_asn}`)),
    el('td', {}, s.view),
    el('td', { title: s.down_reason ?? '' }, badge(s.state.toLowerCase(), STATE_KINDS[s.state]),
      s.down_reason && s.state !== 'UP' ? el('span', { className: 'sub' }, s.down_reason) : null),
    el('td', {}, badge(...BGPSEC[s.bgpsec])),
    el('td', { className: 'num' }, number(s.routes)),
    el('td', { className: 'num' }, number(s.states.NOT_VALID)))));
  if (!sessions.length) $('sessions').append(none(7, 'No router has sent BMP yet.'));
}

function showRouters(routers) {
  $('routers').replaceChildren(...routers.map((r) => el('tr', {},
    el('td', {}, r.router_name ?? r.router_ip ?? '–', el('span', { className: 'sub mono' }, r.router_name ? r.router_ip ?? '' : '')),
    el('td', { className: 'num' }, `${r.sessions_up} of ${r.sessions}`),
    el('td', { className: 'num' }, number(r.routes)),
    el('td', { className: 'num' }, number(r.states.NOT_VALID)))));
  if (!routers.length) $('routers').append(none(4, 'No router has sent BMP yet.'));
  options(form.elements.router, routers.map((r) => r.router_name ?? r.router_ip).filter(Boolean), 'all');
}

const none = (columns, words) => el('tr', {}, el('td', { colSpan: columns, className: 'empty' }, words));

function showHealth(report) {
  $('health').replaceChildren(...Object.entries(report.components).flatMap(([name, part]) => [
    el('dt', {}, name), el('dd', {}, badge(part.status, part.status === 'ok' ? 'good' : 'bad')), el('dd', {}, part.message)]));
}

function filters() {
  const values = Object.fromEntries(new FormData(form));
  if (values.prefix) values.match = 'covered';
  return values;
}

async function showPaths() {
  const mine = ++turn;
  const input = form.elements;
  for (const name of ['prefix', 'asn']) input[name].removeAttribute('aria-invalid');
  let page;
  try {
    page = await get('api/v1/routes', { ...filters(), limit: PAGE, cursor: cursors.at(-1) });
  } catch (problem) {
    if (mine !== turn) return;
    if (problem.status === 400) {
      for (const name of ['prefix', 'asn']) if (problem.message.includes(`parameter ${name} `)) input[name].setAttribute('aria-invalid', 'true');
    }
    $('rows').replaceChildren();
    rowsDrawn = null;
    say(problem.message);
    return;
  }
  if (mine !== turn) return;
  // Rows that did not change stay: a click begins and ends on the same one.
  const drawn = JSON.stringify(page.routes);
  const focused = document.activeElement?.dataset?.id;
  if (drawn !== rowsDrawn) $('rows').replaceChildren(...page.routes.map(row));
  rowsDrawn = drawn;
  if (focused) $('rows').querySelector(`button[data-id="${CSS.escape(focused)}"]`)?.focus();
  const narrowed = Object.entries(filters()).some(([name, value]) => value && name !== 'state');
  say(page.routes.length ? null
    : narrowed ? 'No path fits these filters.'
      : filters().state.includes('NOT_VALID') ? 'No path is broken: nothing to show here.' : 'There is no such path now.');
  $('page').textContent = `page ${cursors.length}`;
  $('previous').disabled = cursors.length === 1;
  $('next').disabled = !page.cursor;
  $('next').onclick = () => { cursors.push(page.cursor); showPaths(); };
}

function say(words) {
  $('empty').hidden = !words;
  $('empty').textContent = words ?? '';
}

function row(route) {
  const { validity } = route;
  const first = validity.findings[0];
  return el('tr', { 'data-id': route.id, 'aria-selected': String(route.id === shown), onclick: () => explain(route.id) },
    el('td', {}, el('button', { type: 'button', className: 'row-link', 'data-id': route.id, 'aria-label': `explain ${route.prefix}/${route.prefix_len} of ${route.router_name ?? route.router_ip}` },
      `${route.prefix}/${route.prefix_len}`)),
    el('td', {}, stateBadge(validity.state)),
    el('td', {}, first ? el('span', { className: 'mono' }, first.rule) : '–',
      first?.hop ? el('span', { className: 'sub' }, `hop ${first.hop}, AS${first.asn}`) : null),
    el('td', { className: 'mono' }, route.as_path.join(' ') || '–'),
    el('td', {}, route.router_name ?? route.router_ip ?? '–'),
    el('td', {}, el('span', { className: 'mono' }, route.peer_ip ?? '–'), el('span', { className: 'sub' }, `AS${route.peer_asn}, ${route.view}`)));
}

async function explain(id, quietly = false) {
  shown = id;
  history.replaceState(null, '', `#path=${id}`);
  for (const tr of $('rows').children) tr.setAttribute('aria-selected', String(tr.dataset.id === id));
  try {
    const explanation = await get(`api/v1/routes/${encodeURIComponent(id)}/explain`);
    if (shown === id) $('detail').replaceChildren(...chain(explanation));
  } catch (problem) {
    if (shown === id) $('detail').replaceChildren(el('p', { className: 'empty' }, problem.status === 404
      ? 'This path is gone: it was withdrawn, or its session went down.' : problem.message));
  }
  if (!quietly && matchMedia('(max-width: 1100px)').matches) $('detail').scrollIntoView();
}

function choose(values) {
  form.reset();
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (field.tagName === 'SELECT' && ![...field.options].some((o) => o.value === value)) field.append(el('option', { value }, value));
    field.value = value;
  }
  restart();
  $('paths').scrollIntoView({ block: 'nearest' });
}

function restart() {
  cursors = [null];
  showPaths();
}

async function refresh() {
  timer = null;
  try {
    const [summary, sessions, routers, health] = await Promise.all([
      get('api/v1/summary'), get('api/v1/sessions'), get('api/v1/routers'), get('api/v1/health', {}, [503])]);
    showSummary(summary);
    showSessions(sessions.sessions);
    showRouters(routers.routers);
    showHealth(health);
    await showPaths();
    if (shown) await explain(shown, true);
  } catch (problem) {
    notice(problem.status ? problem.message : 'The server cannot be reached. What is shown is what was last known.');
  }
}

function refreshSoon() {
  timer ??= setTimeout(refresh, REFRESH_MS);
}

form.addEventListener('submit', (event) => { event.preventDefault(); restart(); });
form.addEventListener('change', restart);
form.addEventListener('reset', () => setTimeout(restart));
$('previous').onclick = () => { cursors.pop(); showPaths(); };
shown = new URLSearchParams(location.hash.slice(1)).get('path');
refresh();
setInterval(refreshSoon, POLL_MS);
follow((event) => { if (event.type === 'ris_message') refreshSoon(); else if (event.type === 'ris_error') notice(event.data.message); }, live);
