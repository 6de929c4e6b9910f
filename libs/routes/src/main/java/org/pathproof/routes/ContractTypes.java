// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import com.google.protobuf.UnsafeByteOperations;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bmp.RibView;

/**
 * Converts values between the types of the domain and those of the protobuf schemas. A value that a newer writer added
 * to an enum becomes the one that claims least.
 */
public final class ContractTypes {
    private static final Map<String, Rule> RULES =
            Arrays.stream(Rule.values()).collect(Collectors.toMap(Rule::label, Function.identity()));

    private ContractTypes() {}

    /** Returns the path state as verdicts carry it. */
    public static org.pathproof.contracts.v1.PathState toContract(PathState state) {
        return switch (state) {
            case VALID -> org.pathproof.contracts.v1.PathState.VALID;
            case NOT_VALID -> org.pathproof.contracts.v1.PathState.NOT_VALID;
            case UNSIGNED -> org.pathproof.contracts.v1.PathState.UNSIGNED;
            case MALFORMED -> org.pathproof.contracts.v1.PathState.MALFORMED;
            case UNVERIFIED -> org.pathproof.contracts.v1.PathState.UNVERIFIED;
        };
    }

    /** Returns the path state that a verdict carries; UNVERIFIED for null and for an unknown value. */
    public static PathState toDomain(org.pathproof.contracts.v1.@Nullable PathState state) {
        return switch (state) {
            case VALID -> PathState.VALID;
            case NOT_VALID -> PathState.NOT_VALID;
            case UNSIGNED -> PathState.UNSIGNED;
            case MALFORMED -> PathState.MALFORMED;
            case UNVERIFIED, UNRECOGNIZED -> PathState.UNVERIFIED;
            case null -> PathState.UNVERIFIED;
        };
    }

    /** Returns the origin state as verdicts carry it. */
    public static org.pathproof.contracts.v1.OriginState toContract(OriginState state) {
        return switch (state) {
            case VALID -> org.pathproof.contracts.v1.OriginState.ORIGIN_VALID;
            case INVALID -> org.pathproof.contracts.v1.OriginState.ORIGIN_INVALID;
            case NOT_FOUND -> org.pathproof.contracts.v1.OriginState.ORIGIN_NOT_FOUND;
        };
    }

    /**
     * Returns the origin state that a verdict carries; empty for an origin not judged, for null and an unknown value.
     */
    public static Optional<OriginState> toDomain(org.pathproof.contracts.v1.@Nullable OriginState state) {
        return switch (state) {
            case ORIGIN_VALID -> Optional.of(OriginState.VALID);
            case ORIGIN_INVALID -> Optional.of(OriginState.INVALID);
            case ORIGIN_NOT_FOUND -> Optional.of(OriginState.NOT_FOUND);
            case ORIGIN_UNVERIFIED, UNRECOGNIZED -> Optional.empty();
            case null -> Optional.empty();
        };
    }

    /** Returns the relation of a peer that an announcement carries; EXTERNAL, the strictest, for an unknown value. */
    public static PathContext.PeerRelation toDomain(PeerRelation relation) {
        return switch (relation) {
            case EXTERNAL, UNRECOGNIZED -> PathContext.PeerRelation.EXTERNAL;
            case CONFEDERATION_MEMBER -> PathContext.PeerRelation.CONFEDERATION_MEMBER;
            case INTERNAL -> PathContext.PeerRelation.INTERNAL;
        };
    }

    /** Returns the RIB view as session records carry it. */
    public static org.pathproof.contracts.v1.RibView toContract(RibView view) {
        return switch (view) {
            case ADJ_RIB_IN_PRE -> org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
            case ADJ_RIB_IN_POST -> org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
            case ADJ_RIB_OUT_PRE -> org.pathproof.contracts.v1.RibView.ADJ_RIB_OUT_PRE;
            case ADJ_RIB_OUT_POST -> org.pathproof.contracts.v1.RibView.ADJ_RIB_OUT_POST;
            case LOC_RIB -> org.pathproof.contracts.v1.RibView.LOC_RIB;
        };
    }

    /** Returns a finding as announcements and verdicts carry it. */
    public static org.pathproof.contracts.v1.Finding toContract(Finding finding) {
        org.pathproof.contracts.v1.Finding.Builder record = org.pathproof.contracts.v1.Finding.newBuilder()
                .setRule(finding.rule().label())
                .setHop(finding.hop())
                .setMessage(finding.message());
        finding.asn().ifPresent(asn -> record.setAsn((int) asn));
        finding.ski().ifPresent(ski -> record.setSki(UnsafeByteOperations.unsafeWrap(ski.toArray())));
        return record.build();
    }

    /** Returns the rule that a finding names; empty for a rule of a newer writer. */
    public static Optional<Rule> rule(org.pathproof.contracts.v1.Finding finding) {
        return Optional.ofNullable(RULES.get(finding.getRule()));
    }

    /** Returns an address family as one number: AFI in the upper bits, SAFI in the lower eight. */
    public static int toContract(AfiSafi family) {
        return family.afi() << 8 | family.safi();
    }

    /** Returns the address family of a number that {@link #toContract(AfiSafi)} made. */
    public static AfiSafi family(int number) {
        return new AfiSafi(number >>> 8, number & 0xff);
    }
}
