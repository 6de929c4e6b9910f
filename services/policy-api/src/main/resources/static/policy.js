// The policy of the feeds: its history in pages, and the preview of another policy.
import { get, post, text } from './api.js';
import { badge, count, el, number, setText, time, update } from './dom.js';
import { asPath, cell, none, row } from './feeds.js';

const PAGE = 20;
const $ = (id) => document.getElementById(id);
const history = { cursors: [null], next: null };

/** Requests and draws a page of the history, if the history is open. */
export async function showHistory() {
  if (!$('policy-history').open) return;
  const cursor = history.cursors.at(-1);
  const page = await get('api/v1/feeds/history', { limit: PAGE, cursor });
  if (cursor !== history.cursors.at(-1)) return;
  history.next = page.cursor ?? null;
  update($('changes'), ...(page.changes.length ? page.changes.map(changeRow) : [none(5, 'The policy was never changed.')]));
  setText($('history-page'), `page ${history.cursors.length}, ${count(page.total, 'change')} in all`);
  $('newer').disabled = history.cursors.length === 1;
  $('older').disabled = !history.next;
}

/** Selects the next older page, or the next newer one. */
export function turnHistory(older) {
  if (older && history.next) history.cursors.push(history.next);
  else if (!older && history.cursors.length > 1) history.cursors.pop();
}

const CHANGES = { policy: ['policy', ''], off: ['switched off', 'warn'], on: ['switched on', 'good'] };

function changeRow(change) {
  return row(
    cell('Time', {}, time(change.time)),
    cell('Author', {}, change.author),
    cell('Change', {}, badge(...CHANGES[change.change])),
    cell('Version', {}, change.version
      ? el('button', { type: 'button', className: 'quiet', 'data-version': String(change.version), 'aria-label': `show version ${change.version}` }, String(change.version))
      : '–'),
    cell('Reason', {}, change.reason ?? '–'));
}

/** Shows a version of the policy, and the policy before it. */
export async function showVersion(version) {
  const { before, after } = await get(`api/v1/feeds/history/${version}`);
  update($('policy-version'), el('h3', {}, `Version ${version}`), el('pre', { className: 'mono', tabIndex: 0 }, after),
    el('h3', {}, 'Before'), el('pre', { className: 'mono', tabIndex: 0 }, before ?? 'No policy is known.'));
}

/** Copies the policy in force into the form of the preview. */
export async function copyPolicy() {
  $('preview-policy').value = await text('api/v1/feeds/policy', 'application/yaml');
}

/** Previews the policy of the form. */
export async function preview() {
  setText($('preview-note'), 'deciding');
  try {
    drawPreview(await post('api/v1/feeds/preview', { limit: 200 }, $('preview-policy').value, 'application/yaml'));
  } catch (problem) {
    setText($('preview-note'), problem.message);
    $('preview-result').hidden = true;
    if (!problem.status || problem.status === 401) throw problem;
  }
}

function drawPreview({ routers, changes, cursor, switched_off: off }) {
  setText($('preview-note'), off ? 'All feeds are switched off, so no policy changes anything.'
    : cursor ? `The first ${number(changes.length)} changes are shown.` : `${count(changes.length, 'change')}. Nothing was applied.`);
  $('preview-result').hidden = false;
  update($('preview-routers'), ...routers.map((router) => row(
    cell('Router', {}, router.router),
    cell('Policy', {}, badge(router.policy, ''), el('span', { className: 'sub' }, `group ${router.group || '–'}`)),
    cell('Without accepted path', { className: 'num' }, number(router.without_accepted_path)),
    cell('Added', { className: 'num' }, number(router.added)),
    cell('Changed', { className: 'num' }, number(router.changed)),
    cell('Withdrawn', { className: 'num' }, number(router.withdrawn)),
    cell('Suspended', {}, router.suspended.join(', ') || 'no',
      router.waiting ? el('span', { className: 'sub' }, `${number(router.waiting)} wait for a limit`) : null,
      ...router.hints.map((hint) => el('span', { className: 'sub' }, hint))))));
  update($('preview-changes'), ...(changes.length ? changes.map((change) => row(
    cell('Router', {}, change.router),
    cell('Prefix', {}, el('span', { className: 'mono' }, change.prefix), el('span', { className: 'sub' }, change.feed)),
    cell('Change', {}, change.change),
    cell('Before', {}, ...announcement(change.before)),
    cell('After', {}, ...announcement(change.after)))) : [none(5, 'No change.')]));
}

function announcement(announced) {
  if (!announced) return ['–'];
  return [asPath(announced.path), el('span', { className: 'sub mono' }, announced.large_communities.join(' ')),
    announced.local_pref == null ? null : el('span', { className: 'sub' }, `LOCAL_PREF ${announced.local_pref}`)];
}
