// Draws a path as a chain of hops, from the origin to the receiving router, and marks the broken link.
import { badge, el, peerOf, routerOf, stateBadge, time } from './dom.js';

const KINDS = { verified: 'good', 'not-checked': '', 'unsupported-suite': '' };
const kindOf = (result) => KINDS[result] ?? 'bad';
const SIGNS = { good: '✓', bad: '✕', '': '–' };

function hopItem(hop) {
  const kind = kindOf(hop.result);
  const facts = [
    ['SKI', hop.ski],
    ['signed to', hop.target_as == null ? null : `AS${hop.target_as}`],
    ['pCount', hop.pcount === 1 ? null : String(hop.pcount)],
    ['flags', hop.flags ? `0x${hop.flags.toString(16)}` : null],
    ['block, suite', hop.block == null ? null : `${hop.block}, ${hop.suite}`],
    ['digest', hop.digest],
    ['keys in the RPKI', hop.keys == null ? null : hop.keys === 0 ? 'none' : String(hop.keys)],
  ].filter(([, value]) => value != null);
  return el('li', { 'data-kind': kind },
    el('span', { className: 'knot', 'aria-hidden': 'true' }, SIGNS[kind]),
    el('div', { className: 'hop-body' },
      el('div', { className: 'hop-head' },
        el('b', {}, `AS${hop.asn}`),
        el('span', { className: 'note' }, hop.hop === 1 ? 'hop 1, the origin' : `hop ${hop.hop}`),
        badge(hop.result.replaceAll('-', ' '), kind)),
      el('p', { className: 'hop-text' }, hop.explanation),
      el('dl', { className: 'kv' }, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]))));
}

/** Returns the element of an AS in the AS_PATH of plain BGP. */
function plainItem(asn, index) {
  return el('li', { 'data-kind': '' },
    el('span', { className: 'knot', 'aria-hidden': 'true' }, '–'),
    el('div', { className: 'hop-head' }, el('b', {}, `AS${asn}`),
      el('span', { className: 'note' }, index === 0 ? 'the origin, unsigned' : 'unsigned')));
}

/** Returns the elements of an explained path, from the answer of /routes/{id}/explain. */
export function chain(explanation) {
  const { route, findings, hops } = explanation;
  const { origin, aspa, experimental } = route.validity;
  const router = routerOf(route) ?? 'the router';
  const items = hops.length ? hops.map(hopItem) : route.as_path.toReversed().map(plainItem);
  items.push(el('li', { 'data-kind': 'end' },
    el('span', { className: 'knot', 'aria-hidden': 'true' }, '⌂'),
    el('div', { className: 'hop-head' }, el('b', {}, router),
      el('span', { className: 'note' }, `received from ${peerOf(route) ?? 'its peer'} (AS${route.peer_asn}), ${route.view}`))));
  return [
    el('h3', {}, `${route.prefix}/${route.prefix_len}`, stateBadge(explanation.state),
      badge(`origin ${origin.state}${origin.reason ? `: ${origin.reason}` : ''}`,
        { valid: 'good', invalid: 'bad' }[origin.state]),
      aspa.state === 'not-verified' ? null : badge(`ASPA ${aspa.state}`, { valid: 'good', invalid: 'bad' }[aspa.state])),
    el('p', { className: 'summary' }, explanation.summary),
    explanation.aspa ? el('p', { className: 'summary' }, `ASPA ${explanation.aspa.state}. ${explanation.aspa.summary}`) : null,
    experimental ? el('p', { className: 'summary' },
      `Experiment, no BGPsec validity: ${[experimental.scheme, experimental.parameters, experimental.state].filter(Boolean).join(' ')}. `
        + (experimental.message ?? '')) : null,
    findings.length
      ? el('ul', { className: 'found' }, ...findings.map((finding) => el('li', {},
          el('b', {}, finding.rule), finding.hop ? ` at hop ${finding.hop}, AS${finding.asn}: ` : ': ', finding.message)))
      : null,
    el('ol', { className: 'chain', 'aria-label': 'hops, origin first' }, ...items),
    el('p', { className: 'note' }, explanation.basis === 'judged-now'
      ? `Validated again for this page, from the received bytes and the keys of RPKI serial ${explanation.rpki_serial}.`
      : `From the verdict${route.validity.judged ? ` of ${time(route.validity.judged)}` : ''}.`),
  ].filter(Boolean);
}
