// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import com.google.protobuf.UnsafeByteOperations;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AspaProcedure;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bmp.RibView;

/**
 * Converts values between the types of the domain and those of the protobuf schemas. An unknown enum value of a newer
 * writer becomes UNVERIFIED or empty for a state, and EXTERNAL for a peer relation.
 */
public final class ContractTypes {
    private static final Map<String, Rule> RULES =
            Arrays.stream(Rule.values()).collect(Collectors.toMap(Rule::label, Function.identity()));

    private ContractTypes() {}

    /** Converts a path state to the enum of verdicts. */
    public static org.pathproof.contracts.v1.PathState toContract(PathState state) {
        return switch (state) {
            case VALID -> org.pathproof.contracts.v1.PathState.VALID;
            case NOT_VALID -> org.pathproof.contracts.v1.PathState.NOT_VALID;
            case UNSIGNED -> org.pathproof.contracts.v1.PathState.UNSIGNED;
            case MALFORMED -> org.pathproof.contracts.v1.PathState.MALFORMED;
            case UNVERIFIED -> org.pathproof.contracts.v1.PathState.UNVERIFIED;
        };
    }

    /** Converts the path state of a verdict; returns UNVERIFIED for null and for an unknown value. */
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

    /**
     * Returns the label of a hop's result. The record of a VALID verdict has no results of hops, because each hop
     * verified.
     *
     * @param state the state of the verdict
     */
    public static String resultOf(Hop hop, org.pathproof.contracts.v1.PathState state) {
        return hop.getResult().isEmpty() && state == org.pathproof.contracts.v1.PathState.VALID
                ? HopResult.Result.VERIFIED.label()
                : hop.getResult();
    }

    /** Converts an origin state to the enum of verdicts. */
    public static org.pathproof.contracts.v1.OriginState toContract(OriginState state) {
        return switch (state) {
            case VALID -> org.pathproof.contracts.v1.OriginState.ORIGIN_VALID;
            case INVALID -> org.pathproof.contracts.v1.OriginState.ORIGIN_INVALID;
            case NOT_FOUND -> org.pathproof.contracts.v1.OriginState.ORIGIN_NOT_FOUND;
        };
    }

    /**
     * Converts the origin state of a verdict; returns empty for an unverified origin, for null and for an unknown
     * value.
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

    /** Converts an ASPA state to the enum of verdicts. */
    public static org.pathproof.contracts.v1.AspaState toContract(AspaState state) {
        return switch (state) {
            case VALID -> org.pathproof.contracts.v1.AspaState.ASPA_VALID;
            case INVALID -> org.pathproof.contracts.v1.AspaState.ASPA_INVALID;
            case UNKNOWN -> org.pathproof.contracts.v1.AspaState.ASPA_UNKNOWN;
        };
    }

    /** Converts the ASPA state of a verdict; returns empty for an unverified path, and for an unknown value. */
    public static Optional<AspaState> toDomain(org.pathproof.contracts.v1.AspaState state) {
        return switch (state) {
            case ASPA_VALID -> Optional.of(AspaState.VALID);
            case ASPA_INVALID -> Optional.of(AspaState.INVALID);
            case ASPA_UNKNOWN -> Optional.of(AspaState.UNKNOWN);
            case ASPA_NOT_VERIFIED, UNRECOGNIZED -> Optional.empty();
        };
    }

    /** Converts an ASPA procedure to the enum of announcements and verdicts. */
    public static org.pathproof.contracts.v1.AspaProcedure toContract(AspaProcedure procedure) {
        return switch (procedure) {
            case NONE -> org.pathproof.contracts.v1.AspaProcedure.ASPA_PROCEDURE_NONE;
            case UPSTREAM -> org.pathproof.contracts.v1.AspaProcedure.ASPA_UPSTREAM;
            case DOWNSTREAM -> org.pathproof.contracts.v1.AspaProcedure.ASPA_DOWNSTREAM;
            case UNACCEPTABLE_PATH -> org.pathproof.contracts.v1.AspaProcedure.ASPA_UNACCEPTABLE_PATH;
        };
    }

    /** Converts the ASPA procedure of an announcement or verdict; returns NONE for an unknown value. */
    public static AspaProcedure toDomain(org.pathproof.contracts.v1.AspaProcedure procedure) {
        return switch (procedure) {
            case ASPA_UPSTREAM -> AspaProcedure.UPSTREAM;
            case ASPA_DOWNSTREAM -> AspaProcedure.DOWNSTREAM;
            case ASPA_UNACCEPTABLE_PATH -> AspaProcedure.UNACCEPTABLE_PATH;
            case ASPA_PROCEDURE_NONE, UNRECOGNIZED -> AspaProcedure.NONE;
        };
    }

    /** Converts a neighbor's role to the enum of session records. */
    public static org.pathproof.contracts.v1.NeighborRole toContract(@Nullable NeighborRole role) {
        return switch (role) {
            case CUSTOMER -> org.pathproof.contracts.v1.NeighborRole.ROLE_CUSTOMER;
            case PROVIDER -> org.pathproof.contracts.v1.NeighborRole.ROLE_PROVIDER;
            case PEER -> org.pathproof.contracts.v1.NeighborRole.ROLE_PEER;
            case ROUTE_SERVER -> org.pathproof.contracts.v1.NeighborRole.ROLE_ROUTE_SERVER;
            case ROUTE_SERVER_CLIENT -> org.pathproof.contracts.v1.NeighborRole.ROLE_ROUTE_SERVER_CLIENT;
            case null -> org.pathproof.contracts.v1.NeighborRole.ROLE_UNKNOWN;
        };
    }

    /** Converts the role of a session record; returns null for an unknown role. */
    public static @Nullable NeighborRole toDomain(org.pathproof.contracts.v1.NeighborRole role) {
        return switch (role) {
            case ROLE_CUSTOMER -> NeighborRole.CUSTOMER;
            case ROLE_PROVIDER -> NeighborRole.PROVIDER;
            case ROLE_PEER -> NeighborRole.PEER;
            case ROLE_ROUTE_SERVER -> NeighborRole.ROUTE_SERVER;
            case ROLE_ROUTE_SERVER_CLIENT -> NeighborRole.ROUTE_SERVER_CLIENT;
            case ROLE_UNKNOWN, UNRECOGNIZED -> null;
        };
    }

    /** Converts the peer relation of an announcement; returns EXTERNAL, the strictest, for an unknown value. */
    public static PathContext.PeerRelation toDomain(PeerRelation relation) {
        return switch (relation) {
            case EXTERNAL, UNRECOGNIZED -> PathContext.PeerRelation.EXTERNAL;
            case CONFEDERATION_MEMBER -> PathContext.PeerRelation.CONFEDERATION_MEMBER;
            case INTERNAL -> PathContext.PeerRelation.INTERNAL;
        };
    }

    /** Converts a RIB view to the enum of session records. */
    public static org.pathproof.contracts.v1.RibView toContract(RibView view) {
        return switch (view) {
            case ADJ_RIB_IN_PRE -> org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
            case ADJ_RIB_IN_POST -> org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
            case ADJ_RIB_OUT_PRE -> org.pathproof.contracts.v1.RibView.ADJ_RIB_OUT_PRE;
            case ADJ_RIB_OUT_POST -> org.pathproof.contracts.v1.RibView.ADJ_RIB_OUT_POST;
            case LOC_RIB -> org.pathproof.contracts.v1.RibView.LOC_RIB;
        };
    }

    /** Converts a finding to the message of announcements and verdicts. */
    public static org.pathproof.contracts.v1.Finding toContract(Finding finding) {
        org.pathproof.contracts.v1.Finding.Builder record = org.pathproof.contracts.v1.Finding.newBuilder()
                .setRule(finding.rule().label())
                .setHop(finding.hop())
                .setMessage(finding.message());
        finding.asn().ifPresent(asn -> record.setAsn((int) asn));
        finding.ski().ifPresent(ski -> record.setSki(UnsafeByteOperations.unsafeWrap(ski.toArray())));
        return record.build();
    }

    /** Returns the rule of a finding; empty for a rule of a newer writer. */
    public static Optional<Rule> rule(org.pathproof.contracts.v1.Finding finding) {
        return Optional.ofNullable(RULES.get(finding.getRule()));
    }

    /** Converts an address family to one number: AFI in the upper bits, SAFI in the lower eight. */
    public static int toContract(AfiSafi family) {
        return family.afi() << 8 | family.safi();
    }

    /** Converts a number of {@link #toContract(AfiSafi)} back to the address family. */
    public static AfiSafi family(int number) {
        return new AfiSafi(number >>> 8, number & 0xff);
    }
}
