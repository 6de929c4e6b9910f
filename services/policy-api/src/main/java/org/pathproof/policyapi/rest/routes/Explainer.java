// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.PathContexts;
import org.pathproof.routes.TargetAsFindings;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Explains a verdict (RFC 8205 section 5.2). The verdict on a path that is not valid contains the bytes of the
 * BGPsec_PATH, so the path is validated again under the current keys. The verdict on a valid path does not contain
 * these bytes. Its stored hops are the explanation.
 */
public final class Explainer {
    private final RpkiSource rpki;
    private final SignatureVerifier verifier;

    public Explainer(RpkiSource rpki, SignatureVerifier verifier) {
        this.rpki = rpki;
        this.verifier = verifier;
    }

    ExplanationJson explain(Route route) {
        Verdict verdict = route.verdict();
        Optional<RpkiSet> set = rpki.current();
        return verdict.hasAnnouncement() && verdict.getAnnouncement().hasBgpsecPath() && set.isPresent()
                ? validatedNow(route, verdict, set.get())
                : kept(route, verdict, set);
    }

    private ExplanationJson validatedNow(Route route, Verdict verdict, RpkiSet set) {
        Announcement announcement = verdict.getAnnouncement();
        PathResult result = PathValidator.validate(
                Bytes.wrap(announcement.getBgpsecPath().toByteArray()),
                PathContexts.of(route.key(), announcement),
                set::routerKeys,
                verifier,
                true);
        List<FindingJson> findings = new ArrayList<>();
        announcement.getFindingsList().forEach(finding -> findings.add(FindingJson.of(finding)));
        TargetAsFindings.withCause(result.findings(), announcement).stream()
                .map(FindingJson::of)
                .filter(finding -> !findings.contains(finding))
                .forEach(findings::add);
        announcement.getDiscardsList().forEach(finding -> findings.add(FindingJson.of(finding)));
        // The collector's findings about the UPDATE take precedence over the results of the signatures.
        PathState state = announcement.getFindingsCount() > 0 ? route.state() : result.state();
        List<SecurePath.Segment> segments = result.segments();
        List<ExplanationJson.ExplainedHop> hops = result.hops().isEmpty()
                ? unchecked(segments)
                : result.hops().stream()
                        .sorted(Comparator.comparingInt(HopResult::block).thenComparingInt(HopResult::hop))
                        .map(hop -> checked(hop, segments, set))
                        .toList();
        return new ExplanationJson(
                RouteJson.of(route),
                "judged-now",
                state.name(),
                introduction(route, announcement.getDualPath()) + ExplanationText.ofPath(state, hops.size(), findings),
                set.serial().toLong(),
                findings,
                AspaExplanationJson.of(verdict, Optional.of(set)),
                hops);
    }

    private static String introduction(Route route, boolean dualPath) {
        return (route.derived() ? ExplanationText.DERIVED : "") + (dualPath ? ExplanationText.DUAL_PATH : "");
    }

    private static ExplanationJson.ExplainedHop checked(HopResult hop, List<SecurePath.Segment> segments, RpkiSet set) {
        int index = segments.size() - hop.hop(); // segments begin with the newest hop
        boolean known = index >= 0 && index < segments.size();
        int keys = set.routerKeys(hop.asn(), hop.ski()).size();
        String result = hop.result().label();
        String ski = hop.ski().toHex();
        return new ExplanationJson.ExplainedHop(
                hop.hop(),
                hop.asn(),
                known ? segments.get(index).pCount() : 0,
                known ? segments.get(index).flags() : 0,
                hop.block(),
                hop.suite(),
                ski,
                hop.targetAs(),
                hop.digest().isEmpty() ? null : hop.digest().toHex(),
                result,
                keys,
                ExplanationText.ofHop(result, hop.asn(), ski, keys));
    }

    /** Returns the hops of a path of which no signature was checked. */
    private static List<ExplanationJson.ExplainedHop> unchecked(List<SecurePath.Segment> segments) {
        String result = HopResult.Result.NOT_CHECKED.label();
        List<ExplanationJson.ExplainedHop> hops = new ArrayList<>();
        for (SecurePath.Segment s : segments.reversed()) {
            String words = ExplanationText.ofHop(result, s.asn(), null, null);
            hops.add(new ExplanationJson.ExplainedHop(
                    hops.size() + 1,
                    s.asn(),
                    s.pCount(),
                    s.flags(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    result,
                    null,
                    words));
        }
        return hops;
    }

    private static ExplanationJson kept(Route route, Verdict verdict, Optional<RpkiSet> set) {
        List<ExplanationJson.ExplainedHop> hops = new ArrayList<>();
        for (int i = 0; i < verdict.getHopsCount(); i++) {
            hops.add(kept(verdict, i, set));
        }
        List<FindingJson> findings =
                verdict.getFindingsList().stream().map(FindingJson::of).toList();
        return new ExplanationJson(
                RouteJson.of(route),
                "verdict",
                route.state().name(),
                introduction(route, verdict.getDualPath())
                        + ExplanationText.ofPath(route.state(), hops.size(), findings),
                verdict.hasRpkiSerial() ? (Long) Integer.toUnsignedLong(verdict.getRpkiSerial()) : null,
                findings,
                AspaExplanationJson.of(verdict, set),
                hops);
    }

    private static ExplanationJson.ExplainedHop kept(Verdict verdict, int index, Optional<RpkiSet> set) {
        HopJson hop = HopJson.of(verdict.getHops(index), index + 1, verdict.getState());
        String ski = hop.ski();
        Integer keys = ski == null
                ? null
                : set.map(s -> s.routerKeys(hop.asn(), Bytes.fromHex(ski)).size())
                        .orElse(null);
        String result = hop.result();
        if (result == null) {
            result = HopResult.Result.NOT_CHECKED.label();
        }
        return new ExplanationJson.ExplainedHop(
                hop.hop(),
                hop.asn(),
                hop.pcount(),
                hop.flags(),
                null,
                null,
                ski,
                target(verdict, index),
                null,
                result,
                keys,
                ExplanationText.ofHop(result, hop.asn(), ski, keys));
    }

    /** Returns the AS to which a hop has signed: the AS of the following hop, or the target AS of the path. */
    private static @Nullable Long target(Verdict verdict, int index) {
        if (index + 1 < verdict.getHopsCount()) {
            return Integer.toUnsignedLong(verdict.getHops(index + 1).getAsn());
        }
        return verdict.hasTargetAs() ? (Long) Integer.toUnsignedLong(verdict.getTargetAs()) : null;
    }
}
