// The dashboard: its requests, their schedule, and the actions of clicks and keys.
import { askForToken, onToken, waits } from './access.js';
import { Stream, get, hasToken, text } from './api.js';
import { el, setText } from './dom.js';
import { check as checkFeed, select as selectOverride, showFeeds } from './feeds.js';
import { address, parameters, read, values, widened, write } from './filters.js';
import { known, showHealth } from './health.js';
import { showRouters, showSessions, showSummary, sortSessions } from './overview.js';
import { explain, explainAgain, place, select, showPaths } from './paths.js';
import { copyPolicy, preview, showHistory, showVersion, turnHistory } from './policy.js';
import { Refresher } from './refresh.js';
import { showSources } from './sources.js';

const CHANGES_MS = 2500; // minimum time between two requests after changes of routes
const HEALTH_MS = 5000;
const REST_MS = 10000; // sessions and routers
const QUIET_MS = 15000; // data that have no events
const $ = (id) => document.getElementById(id);
const form = $('filters');
let filters = read().values;

/** Runs a request, and records if the server can be reached. */
const tracked = (run) => async () => {
  if (waits()) return;
  try {
    await run();
    known.reached = true;
    known.refused = false;
    notice(null);
  } catch (problem) {
    known.reached = problem.status !== undefined;
    known.refused = problem.status === 401;
    notice(known.reached ? problem.message : null);
    if (known.refused) {
      stream.close();
      askForToken(problem.message);
    }
  }
  showHealth();
};

function notice(words) {
  $('notice').hidden = !words;
  setText($('notice'), words ?? '');
}

const refresher = new Refresher();
const summary = refresher.add(tracked(async () => {
  known.summary = await get('api/v1/summary');
  showSummary(known.summary);
  explainAgain();
}), CHANGES_MS, HEALTH_MS);
const paths = refresher.add(tracked(async () => {
  if (await showPaths()) follow();
}), CHANGES_MS, QUIET_MS);
refresher.add(tracked(async () => {
  known.health = await get('api/v1/health', {}, [503]);
  known.checklist = await get('api/v1/checklist');
  explainAgain();
}), HEALTH_MS, HEALTH_MS);
const rest = refresher.add(tracked(async () => {
  showSessions((await get('api/v1/sessions')).sessions);
  showRouters((await get('api/v1/routers')).routers);
}), REST_MS, REST_MS);
refresher.add(tracked(showFeeds), CHANGES_MS, HEALTH_MS);
refresher.add(tracked(showSources), QUIET_MS, QUIET_MS);
const changes = refresher.add(tracked(showHistory), CHANGES_MS, REST_MS);
const detail = refresher.add(tracked(explain), CHANGES_MS, QUIET_MS);

const stream = new Stream((event) => {
  summary.soon();
  paths.soon();
  if (event.includes('"type":"RIS_PEER_STATE"')) rest.soon();
  if (place.path && event.includes(`"route":"${place.path}"`)) detail.soon();
}, (state) => {
  known.stream = state;
  showHealth();
  if (state === 'open') {
    summary.soon();
    paths.soon();
  }
});

/** Follows only changes that match the list, because a page cannot process all changes of a large network. */
function follow() {
  if (document.hidden) stream.close();
  else stream.follow(parameters(values()));
}

/** Shows the filters and the path of an address. */
function show(search, cursors = [null]) {
  const { values: named, path } = read(search);
  filters = named;
  write(named);
  place.cursors = cursors;
  choose(path);
  paths.now();
}

function choose(path) {
  const changed = place.path !== path;
  place.path = path;
  select();
  if (!changed || !path) return;
  $('chain').replaceChildren();
  detail.now();
}

/** Navigates to an address of this page and adds it to the history. */
function go(to, cursors = [null]) {
  history.pushState({ cursors }, '', to);
  show(location.search, cursors);
}

form.addEventListener('submit', (event) => { event.preventDefault(); filtersChanged(); });
form.addEventListener('change', filtersChanged);
form.addEventListener('reset', (event) => { event.preventDefault(); go(address(read('').values, place.path)); });

function filtersChanged() {
  const typed = widened(filters, values());
  go(address(typed, place.path));
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest('a[href]');
  const href = link?.getAttribute('href');
  if (link && (href.startsWith('?') || href === './')) {
    event.preventDefault();
    go(href, link.closest('#rows') ? place.cursors : [null]);
    if (!link.closest('#rows')) $('paths').scrollIntoView({ block: 'start' });
    else reveal();
    return;
  }
  const row = event.target.closest('#rows tr');
  if (row && getSelection().isCollapsed) {
    go(address(values(), row.dataset.id), place.cursors);
    reveal();
  }
});

/** Scrolls to the explanation when it is below the list. */
function reveal() {
  if (matchMedia('(max-width: 1100px)').matches) {
    $('detail').scrollIntoView({ block: 'start' });
    $('detail').focus({ preventScroll: true });
  }
}

/** Saves the text of a path of the API. A link has no token. */
async function save(path) {
  const file = URL.createObjectURL(new Blob([await text(path, '*/*')], { type: 'text/plain' }));
  el('a', { href: file, download: `pathproof-${path.split('/').at(-1)}.txt` }).click();
  URL.revokeObjectURL(file);
}

document.querySelector('footer').addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || (!hasToken() && !waits())) return;
  event.preventDefault();
  tracked(() => save(link.getAttribute('href')))();
});

$('sessions-order').addEventListener('click', (event) => {
  const button = event.target.closest('button[data-order]');
  if (button) sortSessions(button.dataset.order);
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && place.path && !event.target.closest('input, select, textarea')) $('close').click();
});

$('previous').onclick = () => go(location.search || './', place.cursors.slice(0, -1));
$('next').onclick = () => { if (place.next) go(location.search || './', [...place.cursors, place.next]); };
$('close').onclick = () => go(address(values()), place.cursors);

$('overrides').addEventListener('click', (event) => {
  const button = event.target.closest('button[data-prefix]');
  if (button) tracked(() => selectOverride(button.dataset.router, button.dataset.prefix))();
});
$('fed-routers').addEventListener('click', (event) => {
  const button = event.target.closest('button[data-check]');
  if (button) tracked(() => checkFeed(button.dataset.check))();
});
$('explain').addEventListener('submit', (event) => {
  event.preventDefault();
  tracked(() => selectOverride($('explain-router').value, $('explain-prefix').value))();
});
$('policy-history').ontoggle = () => changes.now();
$('newer').onclick = () => { turnHistory(false); changes.now(); };
$('older').onclick = () => { turnHistory(true); changes.now(); };
$('changes').addEventListener('click', (event) => {
  const button = event.target.closest('button[data-version]');
  if (button) tracked(() => showVersion(button.dataset.version))();
});
$('copy-policy').onclick = tracked(copyPolicy);
$('preview').addEventListener('submit', (event) => { event.preventDefault(); tracked(preview)(); });

addEventListener('popstate', (event) => show(location.search, event.state?.cursors));
document.addEventListener('visibilitychange', () => {
  if (document.hidden) stream.close();
  else refresher.all();
});

onToken(() => refresher.all());

show(location.search, history.state?.cursors);
refresher.all();
