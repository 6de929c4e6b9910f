// The sources of RPKI data: state, data, differences from the data in use, and refused objects.
import { get } from './api.js';
import { badge, count, el, number, setText, time, update } from './dom.js';

const $ = (id) => document.getElementById(id);
const cell = (label, properties, ...children) => el('td', { 'data-label': label, role: 'cell', ...properties }, ...children);

function state(source) {
  if (!source.works) return badge('failing', 'bad');
  if (source.held) return badge('held', 'warn');
  return source.in_use ? badge('in use', 'good') : badge('stands by', 'open');
}

const since = (when) => (when ? time(when) : 'never');

function row(source) {
  const words = source.problem ?? source.held;
  const refusal = source.refusals[0];
  return el('tr', { role: 'row' },
    cell('Source', {}, el('span', { className: 'mono' }, source.name),
      el('span', { className: 'sub' }, source.group ? `${source.kind}, group ${source.group}` : source.kind)),
    cell('State', {}, state(source), words ? el('span', { className: 'sub' }, words) : null),
    cell('Data', {}, `${count(source.router_keys, 'router key')}, ${count(source.vrps, 'VRP')}, ${count(source.aspas, 'ASPA')}`,
      el('span', { className: 'sub' }, `since ${since(source.since)}, confirmed ${since(source.confirmed)}`)),
    cell('Differs', { className: 'num' }, source.extra || source.missing ? `+${number(source.extra)} −${number(source.missing)}` : 'no'),
    cell('Refused', { className: 'num' }, number(source.refused),
      refusal ? el('span', { className: 'sub' }, `${refusal.object}: ${refusal.reason}`) : null));
}

/** Requests and draws the sources. */
export async function showSources() {
  const report = await get('api/v1/rpki/sources', {}, [503]);
  const sources = report.sources ?? [];
  $('sources').hidden = sources.length === 0;
  update($('sources-rows'), ...sources.map(row));
  setText($('sources-note'), sources.length
    ? `${report.combine === 'union' ? 'union of a group' : 'one source of a group'}; written by ${report.writer} at ${since(report.generated)}` : '');
}
