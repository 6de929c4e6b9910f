// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Verdict;

/** A route with its verdict: the record as it came, and the decoded fields that look-ups and counts need. Immutable. */
public final class Route {
    private static final Map<String, Rule> RULES =
            Arrays.stream(Rule.values()).collect(Collectors.toMap(Rule::label, rule -> rule));

    private final RouteKey key;
    private final Peering peering;
    private final PathEntry path;
    private final PathState state;
    private final OriginVerdict origin;
    private final boolean signed;
    private final Set<Rule> rules;
    private final long epoch;
    private final byte[] octets;

    Route(RouteKey key, Peering peering, PathEntry path, Verdict verdict, byte[] octets) {
        this.key = key;
        this.peering = peering;
        this.path = path;
        this.state = stateOf(verdict);
        this.origin = OriginVerdict.of(verdict.getOrigin());
        this.signed = verdict.getAttributeDigest() != 0 || verdict.getHopsCount() > 0;
        this.rules = rulesOf(verdict);
        this.epoch = verdict.getEpoch();
        this.octets = octets;
    }

    private static PathState stateOf(Verdict verdict) {
        return switch (verdict.getState()) {
            case VALID -> PathState.VALID;
            case NOT_VALID -> PathState.NOT_VALID;
            case UNSIGNED -> PathState.UNSIGNED;
            case MALFORMED -> PathState.MALFORMED;
            case UNVERIFIED, UNRECOGNIZED -> PathState.UNVERIFIED;
        };
    }

    private static Set<Rule> rulesOf(Verdict verdict) {
        if (verdict.getFindingsCount() == 0) {
            return Set.of();
        }
        EnumSet<Rule> named = EnumSet.noneOf(Rule.class);
        for (Finding finding : verdict.getFindingsList()) {
            Rule rule = RULES.get(finding.getRule()); // null for one of a newer validator: shown, and not indexed
            if (rule != null) {
                named.add(rule);
            }
        }
        return Collections.unmodifiableSet(named);
    }

    public RouteKey key() {
        return key;
    }

    public Peering peering() {
        return peering;
    }

    public PathState state() {
        return state;
    }

    public OriginVerdict origin() {
        return origin;
    }

    /** Whether it came with a BGPsec_PATH. */
    public boolean signed() {
        return signed;
    }

    /** The epoch of the session in which it was announced. */
    public long epoch() {
        return epoch;
    }

    /** The rules that its findings name. */
    public Set<Rule> rules() {
        return rules;
    }

    PathEntry path() {
        return path;
    }

    /** Whether an AS stands anywhere in the AS path. */
    public boolean passes(long asn) {
        for (int hop : path.asns) {
            if (hop == (int) asn) {
                return true;
            }
        }
        return false;
    }

    /** Whether the last AS of the path is this one. */
    public boolean originatedBy(long asn) {
        return path.isOriginatedBy((int) asn);
    }

    /** Whether it exists now, as far as its session tells: the peer is not down, and was not since it was announced. */
    public boolean alive() {
        return peering.shows(epoch);
    }

    /** The whole verdict. */
    public Verdict verdict() {
        try {
            return Verdict.parseFrom(octets);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a verdict that was decoded before does not decode", e);
        }
    }
}
