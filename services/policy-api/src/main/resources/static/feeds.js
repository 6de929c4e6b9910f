// The panel of the feeds: fed routers, their overrides, and the explanation of the decision about one prefix.
import { get } from './api.js';
import { badge, count, el, number, setText, stateBadge, time, update } from './dom.js';

const MOST_ROWS = 200; // maximum number of overrides
const $ = (id) => document.getElementById(id);
const asked = { router: '', prefix: '', check: '' };

const REASONS = {
  'switched-off': 'all feeds are switched off',
  policy: 'the policy of the group makes no overrides',
  suspended: 'the feed of the router is suspended',
  'no-path': 'the router has no path of an external neighbor that the policy uses',
  'all-accepted': 'the policy accepts every path of the network',
  'not-needed': 'the network prefers an accepted path by itself',
  'other-border': 'the best accepted paths enter at other routers, which have the overrides',
  'border-not-fed': 'a best accepted path enters at a router without a feed',
  'border-policy': 'a best accepted path enters at a router whose policy makes no overrides',
  'border-session-down': 'a best accepted path enters at a router whose BGP session with Pathproof is down',
  'border-not-monitored': 'a router sends paths of external neighbors over iBGP, and is not monitored',
  'border-next-hop': 'a best accepted path enters at a router that rewrites next hops towards inner routers',
  'border-reflection': 'a best accepted path enters at a router that reflects routes without ORIGINATOR_ID',
  held: 'flap damping holds the prefix, and the router has its own choice until the release',
  'path-hidden': 'a router may use a path that is not shown: without published attributes, or without Path Identifiers after policy',
  'local-preference': 'the LOCAL_PREF of the policy is not above that of every path',
  'not-announceable': 'no accepted path can be announced',
};
const USES = { 'in-use': 'good', 'not-in-use': 'bad', unknown: 'warn' };
const ROLES = { accepted: 'good', refused: 'bad' };

export const cell = (label, properties, ...children) => el('td', { 'data-label': label, role: 'cell', ...properties }, ...children);
export const row = (...cells) => el('tr', { role: 'row' }, ...cells);
export const none = (columns, words) => row(el('td', { colSpan: columns, className: 'empty', role: 'cell' }, words));
export const asPath = (path) => el('span', { className: 'mono path' }, path ? path.as_path.join(' ') || 'empty' : '–');

/** Requests and draws the fed routers. The panel is hidden without routers, and if another process runs the feeds. */
export async function showFeeds() {
  const { routers = [] } = await get('api/v1/overrides', {}, [404]);
  $('feeds').hidden = routers.length === 0;
  if (!routers.length) return;
  const active = routers.reduce((sum, router) => sum + router.active, 0);
  const tagged = routers.reduce((sum, router) => sum + router.tagged, 0);
  setText($('feeds-note'), [
    count(routers.length, 'fed router'), count(active, 'override'), tagged ? count(tagged, 'tagged path') : null,
  ].filter(Boolean).join(' · '));
  update($('fed-routers'), ...routers.slice(0, MOST_ROWS).map(routerRow));
  const overrides = routers.flatMap((router) => router.overrides.map((override) => ({ router: router.router, ...override })));
  update($('overrides'), ...(overrides.length ? overrides.slice(0, MOST_ROWS).map(overrideRow) : [none(6, 'No override is announced.')]));
  setText($('overrides-note'), active > MOST_ROWS ? `${MOST_ROWS} of ${number(active)} overrides are shown` : '');
  update($('explain-router'), ...routers.map((router) => el('option', { value: router.router }, router.router)));
  await (asked.check ? check(asked.check) : explainOverride());
}

/** Returns the queue of overrides that a limit stops: number, time of the next ones, and the first prefixes. */
function queue(r) {
  if (!r.waiting) return [];
  const shown = r.waiting_prefixes.join(', ') + (r.waiting > r.waiting_prefixes.length ? ', …' : '');
  const until = r.waiting_until ? `the next ones follow at ${time(r.waiting_until)}` : 'the router has max-overrides';
  return [`${count(r.waiting, 'override waits', 'overrides wait')} for a limit of group ${r.group}; ${until}`, `waiting, in this order: ${shown}`];
}

function holdWords({ prefix, cause, until, action, states }) {
  const reason = cause === 'oscillation'
    ? `oscillation: the overrides are the reason for their own change, between ${states.map(stateWords).join(' and ')}`
    : 'flaps: the paths of neighbors change';
  const effect = action === 'keep' ? 'the last override stays' : 'without an override';
  return `${prefix} is held (${reason}): ${effect} until ${time(until)}`;
}

function stateWords({ overrides }) {
  return overrides.map((override) => `${override.as_path.join(' ')} at ${override.router}`).join(', ') || 'no override';
}

function routerRow(r) {
  const established = r.session?.state === 'established';
  const numbers = [
    r.without_accepted_path ? `${count(r.without_accepted_path, 'prefix', 'prefixes')} without an accepted path` : null,
    r.use ? `${number(r.use.in_use)} in use` : null,
    r.use?.not_in_use ? `${number(r.use.not_in_use)} not in use` : null,
    r.use?.unknown ? `${number(r.use.unknown)} of which no view tells` : null,
    r.use?.pending ? `${number(r.use.pending)} announced a short time ago` : null,
    ...queue(r),
    r.held ? `${count(r.held, 'prefix', 'prefixes')} held` : null,
    ...r.held_prefixes.map(holdWords),
    r.blocked ? `${count(r.blocked, 'prefix', 'prefixes')} blocked${r.blocked_prefixes.length ? `: ${r.blocked_prefixes[0].reason} at ${r.blocked_prefixes[0].routers.join(', ')}` : ''}` : null,
    r.tagged ? count(r.tagged, 'tagged path') : null,
  ].filter(Boolean);
  return row(
    cell('Router', {}, r.router, el('span', { className: 'sub mono' }, r.session?.neighbor ?? 'no neighbor: shown only'),
      el('button', { type: 'button', className: 'quiet', 'data-check': r.router,
        'aria-label': `check the requirements of overrides at ${r.router}` }, 'check')),
    cell('Policy', {}, badge(r.policy, ''), el('span', { className: 'sub' }, `group ${r.group || '–'}`)),
    cell('Session', {}, r.session ? badge(r.session.state, established ? 'good' : 'warn') : '–',
      r.session?.last_error && !established ? el('span', { className: 'sub' }, r.session.last_error) : null),
    cell('Overrides', {}, number(r.active), ...numbers.map((words) => el('span', { className: 'sub' }, words))),
    cell('Suspended', {}, ...(r.ambiguous ? [badge('several routers have this name', 'bad')]
      : r.suspended.length ? r.suspended.map((reason) => badge(reason, 'warn')) : ['no']),
      ...r.hints.map((hint) => el('span', { className: 'sub' }, hint))));
}

/** Returns the use of an override. Only a view of the router makes it good. */
function useCell(use) {
  if (!use) return cell('Use', {}, 'not announced', el('span', { className: 'sub' }, 'the router has no neighbor'));
  return cell('Use', {}, badge(use.state.replaceAll('-', ' '), USES[use.state] ?? ''),
    el('span', { className: 'sub' }, use.explanation), insteadOf(use));
}

function insteadOf({ state, instead }) {
  if (state !== 'not-in-use') return null;
  if (!instead) return el('span', { className: 'sub' }, 'no other path of the router is seen');
  return el('span', { className: 'sub' }, `instead${instead.peer ? ` from ${instead.peer}` : ''}: `, asPath(instead), [
    instead.local_pref == null ? '' : `, LOCAL_PREF ${instead.local_pref}`, instead.nexthop ? `, next hop ${instead.nexthop}` : '',
  ].join(''));
}

function overrideRow({ router, prefix, path, use, since }) {
  return row(
    cell('Router', {}, router),
    cell('Prefix', {}, el('button', { type: 'button', className: 'quiet mono', 'data-router': router, 'data-prefix': prefix,
      'aria-label': `explain the override of ${prefix} at ${router}` }, prefix)),
    cell('State', {}, stateBadge(path.state)),
    cell('Path', {}, asPath(path), el('span', { className: 'sub' }, `from ${path.peer}`)),
    useCell(use),
    cell('Since', {}, time(since)));
}

/** Selects the prefix to explain, and explains it. */
export async function select(router, prefix) {
  asked.router = router;
  asked.prefix = prefix.trim();
  asked.check = '';
  $('explain-router').value = router;
  $('explain-prefix').value = asked.prefix;
  await explainOverride();
}

/** Shows the requirements of overrides at a router. */
export async function check(router) {
  asked.check = router;
  const found = await get(`api/v1/feeds/check/${encodeURIComponent(router)}`);
  if (asked.check !== router) return;
  update($('explanation'),
    el('h3', {}, `Requirements of overrides at ${found.router}`, badge(found.ready ? 'no fault found' : 'not met', found.ready ? 'good' : 'bad')),
    el('table', { className: 'cards' },
      el('caption', { className: 'visually-hidden' }, 'Requirements, their state, and what was found'),
      el('thead', {}, el('tr', {}, ...['Requirement', 'State', 'Found'].map((name) => el('th', { scope: 'col' }, name)))),
      el('tbody', {}, ...found.requirements.map(({ requirement, state, words }) => row(
        cell('Requirement', {}, requirement),
        cell('State', {}, badge(state, { met: 'good', 'not-met': 'bad' }[state] ?? 'warn')),
        cell('Found', {}, words))))));
}

async function explainOverride() {
  const { router, prefix } = asked;
  if (!prefix) return update($('explanation'));
  try {
    const found = await get(`api/v1/overrides/${encodeURIComponent(router)}/${prefix.split('/').map(encodeURIComponent).join('/')}`);
    if (asked.router === router && asked.prefix === prefix) update($('explanation'), ...explanation(found));
  } catch (problem) {
    if (!problem.status || problem.status === 401) throw problem;
    update($('explanation'), el('p', { className: 'empty' }, problem.message));
  }
}

function sentence(e) {
  if (e.decision === 'announce') {
    return `The network could select the path from ${e.instead.peer} at ${e.instead_router}, which the policy refuses (${e.reason}). `
      + (e.override ? `It was told the path from ${e.override.peer}.` : e.waiting ? 'The override waits for a limit of the policy.' : 'The override is being made.');
  }
  if (e.decision === 'no-accepted-path') {
    return `The policy refuses the best path, from ${e.instead.peer} (${e.reason}), and accepts no other: the router keeps its own choice.`;
  }
  if (e.hold && e.override) return 'Flap damping keeps the override, which is not needed at present.';
  return `Nothing is announced to this router: ${REASONS[e.reason] ?? e.reason}${e.routers.length ? ` (${e.routers.join(', ')})` : ''}.`;
}

function explanation(e) {
  return [
    el('h3', {}, `${e.prefix} at ${e.router}`, badge(e.decision.replaceAll('-', ' '), e.decision === 'no-accepted-path' ? 'bad' : '')),
    el('p', { className: 'summary' }, sentence(e)),
    e.use ? el('p', { className: 'summary' }, badge(e.use.state.replaceAll('-', ' '), USES[e.use.state] ?? ''), ' ', e.use.explanation, insteadOf(e.use)) : null,
    el('p', { className: 'note' }, [
      e.since ? `Since ${time(e.since)}.` : null,
      e.hold ? `${holdWords(e.hold)}.` : null,
      e.penalty ? `Flap penalty ${e.penalty}.` : null,
    ].filter(Boolean).join(' ')),
    el('table', { className: 'cards' },
      el('caption', { className: 'visually-hidden' }, 'Paths of the router to the prefix, best first'),
      el('thead', {}, el('tr', {}, ...['Peer', 'State', 'Role', 'Path, nearest AS first', 'Could be selected'].map((name) => el('th', { scope: 'col' }, name)))),
      el('tbody', {}, ...e.paths.map(pathRow))),
    ...(e.elsewhere.length ? [elsewhere(e.elsewhere)] : []),
  ].filter(Boolean);
}

function elsewhere(paths) {
  return el('table', { className: 'cards' },
    el('caption', {}, 'Paths that enter at other routers'),
    el('thead', {}, el('tr', {}, ...['Router', 'Peer', 'State', 'Role', 'Path, nearest AS first'].map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...paths.map(({ router, path, refusal }) => row(
      cell('Router', {}, router),
      cell('Peer', {}, el('span', { className: 'mono' }, path.peer)),
      cell('State', {}, stateBadge(path.state)),
      cell('Role', {}, badge(refusal ? 'refused' : 'accepted', refusal ? 'bad' : 'good'), refusal ? el('span', { className: 'sub' }, `refused for ${refusal}`) : null),
      cell('Path', {}, asPath(path))))));
}

function pathRow({ path, role, refusal, exception, selectable, worse_by: worseBy }) {
  return row(
    cell('Peer', {}, el('span', { className: 'mono' }, path.peer), el('span', { className: 'sub' }, `AS${path.peer_asn}, ${path.post_policy ? 'after' : 'before'} policy`)),
    cell('State', {}, stateBadge(path.state), path.origin_state ? el('span', { className: 'sub' }, `origin ${path.origin_state}`) : null),
    cell('Role', {}, badge(role, ROLES[role] ?? ''), refusal ? el('span', { className: 'sub' }, `refused for ${refusal}`) : null,
      exception ? el('span', { className: 'sub' }, `exception of ${exception.owner} until ${time(exception.expires)}: ${exception.reason}`) : null),
    cell('Path', {}, asPath(path), el('span', { className: 'sub' }, [
      path.local_pref == null ? null : `LOCAL_PREF ${path.local_pref}`, path.med == null ? null : `MED ${path.med}`,
    ].filter(Boolean).join(', '))),
    cell('Could be selected', {}, selectable ? 'yes' : 'no', worseBy ? el('span', { className: 'sub' }, `worse by ${worseBy}`) : null));
}
