// The health panel: failing parts, and the open steps of a new site.
import { badge, count, el, setText, update } from './dom.js';

const $ = (id) => document.getElementById(id);
const SIGNS = { good: '✓', warn: '!', bad: '✕', open: '…' };
const STEPS = { done: ['done', 'good', '✓'], open: ['to do', 'open', '○'], lost: ['lost', 'warn', '!'] };

/** Last known state of the server, for the sign beside the title. */
export const known = { stream: 'connecting', reached: true, refused: false, summary: null, health: null, checklist: null };

function headline() {
  const { health, checklist, reached, refused } = known;
  if (!reached) return ['bad', 'The server cannot be reached. The page shows the last known data.'];
  if (refused) return ['open', 'The server shows its data with a token only.'];
  if (!health || !checklist) return ['open', 'loading'];
  const parts = Object.values(health.components);
  const failing = parts.filter((part) => part.status !== 'ok').length;
  const lost = checklist.steps.filter((step) => step.state === 'lost');
  const open = checklist.steps.filter((step) => step.state === 'open');
  const first = isFirstRun();
  const policy = health.components.policy?.message ?? '';
  const missing = [...lost, ...open].map((step) => step.title).join('. ');
  if (failing) return ['bad', `${failing} of ${count(parts.length, 'part')} failing.${missing ? ` ${missing}.` : ''}`];
  if (first) return ['open', `Not set up yet. ${missing}.`];
  if (policy.startsWith('all feeds are switched off')) return ['warn', `${policy[0].toUpperCase()}${policy.slice(1)}.`];
  if (missing) return ['warn', `${missing}.`];
  return ['good', `All ${parts.length} parts are ok.`];
}

/** Returns true while a new site is set up: no route yet, no lost router or peer, and a missing step. */
function isFirstRun() {
  const states = Object.fromEntries(known.checklist.steps.map((step) => [step.name, step.state]));
  return states.route !== 'done' && states.router !== 'lost' && states.peer !== 'lost' && !known.checklist.complete;
}

/** Draws the panel and the sign beside the title. */
export function showHealth() {
  const [kind, words] = headline();
  $('health-panel').dataset.kind = kind;
  setText($('health-sign'), SIGNS[kind]);
  setText($('health-words'), words);
  document.body.dataset.stale = String(!known.reached);
  showLive();
  if (!known.health || !known.checklist) return;
  const parts = Object.entries(known.health.components);
  const failing = parts.filter(([, part]) => part.status !== 'ok');
  $('failing').hidden = failing.length === 0;
  update($('failing'), ...failing.map(([name, part]) => el('li', {}, badge('failing', 'bad'), el('b', {}, name), el('span', {}, part.message))));
  update($('parts'), ...parts.flatMap(([name, part]) => [
    el('dt', {}, name), el('dd', {}, badge(part.status, part.status === 'ok' ? 'good' : 'bad')), el('dd', {}, part.message)]));
  $('checklist').hidden = known.checklist.complete;
  const first = isFirstRun();
  setText($('h-checklist'), first ? 'First steps' : 'Missing steps');
  update($('steps'), ...known.checklist.steps.filter((step) => first || step.state !== 'done').map((step) => {
    const [words, kind, sign] = STEPS[step.state];
    return el('li', { 'data-state': step.state },
      el('span', { className: 'sign', 'aria-hidden': 'true' }, sign),
      el('div', {}, el('p', {}, el('b', {}, step.title), ' ', badge(words, kind)),
        el('p', { className: 'note' }, step.message, step.page && step.state !== 'done' ? ` More in ${step.page}.` : '')));
  }));
}

/** Returns "live" if the event stream is open and the data are current, else the reason for outdated data. */
function liveness() {
  const { stream, reached, refused, summary, health, checklist } = known;
  if (refused) return ['connecting', 'waiting for a token'];
  if (!reached || stream === 'lost') return ['lost', 'connection lost, reconnecting'];
  if (stream === 'connecting' || !summary || !health || !checklist) return ['connecting', 'connecting'];
  if (!summary.ready) return ['stale', 'not current: verdicts are still being read'];
  const behind = ['kafka', 'store'].find((name) => health.components[name] && health.components[name].status !== 'ok');
  if (behind) return ['stale', `not current: ${behind} is failing`];
  const peer = checklist.steps.find((step) => step.name === 'peer');
  if (summary.sessions.up + summary.sessions.syncing === 0) {
    return peer?.state === 'lost' ? ['stale', 'not current: no session is up'] : ['idle', 'connected, no session yet'];
  }
  if (health.status !== 'ok') return ['stale', 'connected, with failing parts'];
  return ['live', 'live'];
}

function showLive() {
  const [state, words] = liveness();
  $('live').dataset.state = state;
  setText($('live'), words);
}

/** Explains an empty list of bad paths, and names the paths that are not validated. */
export function emptyReason() {
  const { summary, checklist } = known;
  if (!summary || !checklist) return 'Loading.';
  if (!summary.ready) return 'The verdicts are still being read.';
  if (summary.routes === 0) return 'No route yet: there is no path to validate.';
  if (summary.signed === 0) return `None of ${count(summary.routes, 'route')} is signed: there is no BGPsec path to validate.`;
  const absent = summary.states.MALFORMED ? 'NOT_VALID' : 'NOT_VALID or MALFORMED';
  const parts = [`${count(summary.signed, 'signed route')}, no path ${absent}.`];
  if (summary.states.UNVERIFIED) parts.push(`${count(summary.states.UNVERIFIED, 'route')} could not be validated.`);
  if (summary.sessions.up + summary.sessions.syncing === 0) parts.push('No session is up: the page shows the last known data.');
  return parts.join(' ');
}
