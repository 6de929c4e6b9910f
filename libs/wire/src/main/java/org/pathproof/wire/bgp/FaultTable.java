// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.pathproof.wire.bgp.ErrorHandling.ATTRIBUTE_DISCARD;
import static org.pathproof.wire.bgp.ErrorHandling.NO_ERROR;
import static org.pathproof.wire.bgp.ErrorHandling.SESSION_RESET;
import static org.pathproof.wire.bgp.ErrorHandling.TREAT_AS_WITHDRAW;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handling of each fault of a path attribute, by the kind of the peer: RFC 7606 and the RFCs that follow it. The
 * verdicts on routes and the BGP speaker use this table. {@link AttributeList} and {@link UpdateCheck} find the faults.
 */
public final class FaultTable {
    /** The type code of rows for all attributes that have no row of their own. */
    public static final int ANY = 0;

    /**
     * The handling of one fault.
     *
     * @param typeCode type code of the attribute, or {@link #ANY}
     * @param condition the fault in words
     * @param bySender the handling for each kind of peer
     * @param onlyBeforePolicy true if the fault is none in the post-policy Adj-RIB-In, where the policy of the router
     *     may have caused it
     * @param source the RFC with its section
     */
    public record Row(
            int typeCode,
            Fault fault,
            String condition,
            Map<Sender, ErrorHandling> bySender,
            boolean onlyBeforePolicy,
            String source) {
        /** Returns the name of the attribute. */
        public String attribute() {
            return typeCode == ANY ? "any other" : PathAttributes.name(typeCode);
        }

        /** Returns the source as part of a sentence. */
        public String sourceText() {
            return source.replaceAll("(RFC \\d+) ", "$1 section ");
        }

        /** Returns the handling for a kind of peer. */
        public ErrorHandling handling(Sender sender) {
            return bySender.getOrDefault(sender, NO_ERROR);
        }

        private Row withHandling(Sender sender, ErrorHandling handling) {
            Map<Sender, ErrorHandling> all = new EnumMap<>(bySender);
            all.put(sender, handling);
            Row known = new Row(typeCode, fault, condition, all, onlyBeforePolicy, source);
            all.put(
                    Sender.UNKNOWN,
                    known.handling(Sender.EXTERNAL)
                            .orMilder(known.handling(Sender.CONFEDERATION_MEMBER))
                            .orMilder(known.handling(Sender.INTERNAL)));
            return known;
        }

        private Row external(ErrorHandling handling) {
            return withHandling(Sender.EXTERNAL, handling);
        }

        private Row member(ErrorHandling handling) {
            return withHandling(Sender.CONFEDERATION_MEMBER, handling);
        }

        private Row internal(ErrorHandling handling) {
            return withHandling(Sender.INTERNAL, handling);
        }

        private Row ownTable(ErrorHandling handling) {
            return withHandling(Sender.OWN_TABLE, handling);
        }

        private Row beforePolicy() {
            return new Row(typeCode, fault, condition, bySender, true, source);
        }
    }

    private static final List<Row> ROWS = rows();
    private static final List<Map<Fault, Row>> BY_CODE = byCode();

    private FaultTable() {}

    /** Returns all rows, in the order of the reference. */
    public static List<Row> all() {
        return ROWS;
    }

    /** Returns the row of a fault, or null if the fault is none. */
    public static @Nullable Row find(int typeCode, Fault fault) {
        Row own = BY_CODE.get(typeCode & 0xff).get(fault);
        return own != null ? own : BY_CODE.get(ANY).get(fault);
    }

    /** Returns the handling of a fault from a kind of peer, before the policy of the router. */
    static ErrorHandling handling(int typeCode, Fault fault, Sender sender) {
        Row row = find(typeCode, fault);
        return row == null ? NO_ERROR : row.handling(sender);
    }

    /** Returns the handling of a fault under the circumstances of an UPDATE. */
    static ErrorHandling handling(int typeCode, Fault fault, Reception reception) {
        Row row = find(typeCode, fault);
        return row == null || row.onlyBeforePolicy && reception.afterPolicy()
                ? NO_ERROR
                : row.handling(reception.sender());
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        addGeneralRows(rows);
        addSyntaxRows(rows);
        addPathRows(rows);
        addPresenceRows(rows);
        return List.copyOf(rows);
    }

    private static void addGeneralRows(List<Row> rows) {
        rows.add(row(ANY, Fault.OVERRUN, "longer than the path attributes", TREAT_AS_WITHDRAW, "RFC 7606 4"));
        for (int typeCode : new int[] {PathAttribute.MP_REACH_NLRI, PathAttribute.MP_UNREACH_NLRI}) {
            rows.add(row(typeCode, Fault.OVERRUN, "longer than the path attributes", SESSION_RESET, "RFC 7606 3(j)"));
            rows.add(row(typeCode, Fault.REPEATED, "occurs again", SESSION_RESET, "RFC 7606 3(g)"));
            rows.add(row(typeCode, Fault.FLAGS, "Optional is 0, or Transitive is 1", SESSION_RESET, "RFC 7606 5.3"));
        }
        rows.add(row(ANY, Fault.REPEATED, "occurs again: the first one counts", ATTRIBUTE_DISCARD, "RFC 7606 3(g)"));
        rows.add(row(
                ANY,
                Fault.FLAGS,
                "Optional or Transitive bit differs from its type",
                TREAT_AS_WITHDRAW,
                "RFC 7606 3(c)"));
        String flags = "Optional or Transitive bit differs";
        rows.add(row(PathAttribute.ATOMIC_AGGREGATE, Fault.FLAGS, flags, ATTRIBUTE_DISCARD, "RFC 7606 3(f)"));
        rows.add(row(PathAttribute.AGGREGATOR, Fault.FLAGS, flags, ATTRIBUTE_DISCARD, "RFC 7606 3(f)"));
        rows.add(row(PathAttribute.AS4_PATH, Fault.FLAGS, flags, ATTRIBUTE_DISCARD, "RFC 6793 6"));
        rows.add(row(PathAttribute.AS4_AGGREGATOR, Fault.FLAGS, flags, ATTRIBUTE_DISCARD, "RFC 6793 6"));
        rows.add(row(PathAttribute.AIGP, Fault.FLAGS, flags, ATTRIBUTE_DISCARD, "RFC 7311 3.2"));
        rows.add(row(PathAttribute.LOCAL_PREF, Fault.FLAGS, flags, TREAT_AS_WITHDRAW, "RFC 7606 7.5, 3(c)")
                .external(ATTRIBUTE_DISCARD));
        rows.add(row(PathAttribute.ORIGINATOR_ID, Fault.FLAGS, flags, TREAT_AS_WITHDRAW, "RFC 7606 7.9, 3(c)")
                .external(ATTRIBUTE_DISCARD));
        rows.add(row(PathAttribute.CLUSTER_LIST, Fault.FLAGS, flags, TREAT_AS_WITHDRAW, "RFC 7606 7.10, 3(c)")
                .external(ATTRIBUTE_DISCARD));
        rows.add(row(ANY, Fault.UNRECOGNIZED, "unknown type, and Optional is 0", SESSION_RESET, "RFC 4271 6.3"));
    }

    private static void addSyntaxRows(List<Row> rows) {
        rows.add(syntax(PathAttribute.ORIGIN, "length is not 1, or value above 2", TREAT_AS_WITHDRAW, "RFC 7606 7.1"));
        rows.add(syntax(
                PathAttribute.AS_PATH,
                "segment of unknown type, without AS numbers, or cut",
                TREAT_AS_WITHDRAW,
                "RFC 7606 7.2"));
        rows.add(syntax(PathAttribute.NEXT_HOP, "length is not 4", TREAT_AS_WITHDRAW, "RFC 7606 7.3"));
        rows.add(syntax(PathAttribute.MULTI_EXIT_DISC, "length is not 4", TREAT_AS_WITHDRAW, "RFC 7606 7.4"));
        rows.add(syntax(PathAttribute.LOCAL_PREF, "length is not 4", TREAT_AS_WITHDRAW, "RFC 7606 7.5, RFC 5065 5.2")
                .external(ATTRIBUTE_DISCARD));
        rows.add(syntax(PathAttribute.ATOMIC_AGGREGATE, "length is not 0", ATTRIBUTE_DISCARD, "RFC 7606 7.6"));
        rows.add(syntax(
                PathAttribute.AGGREGATOR,
                "length is not 8, or 6 with 2-octet AS numbers",
                ATTRIBUTE_DISCARD,
                "RFC 7606 7.7"));
        rows.add(multiple(PathAttribute.COMMUNITIES, 4, "RFC 7606 7.8"));
        rows.add(syntax(PathAttribute.ORIGINATOR_ID, "length is not 4", TREAT_AS_WITHDRAW, "RFC 7606 7.9")
                .external(ATTRIBUTE_DISCARD));
        rows.add(multiple(PathAttribute.CLUSTER_LIST, 4, "RFC 7606 7.10").external(ATTRIBUTE_DISCARD));
        rows.add(syntax(
                PathAttribute.MP_REACH_NLRI,
                "next hop of a wrong length, or prefixes that cannot be read",
                SESSION_RESET,
                "RFC 7606 7.11, 5.3"));
        rows.add(syntax(
                PathAttribute.MP_UNREACH_NLRI, "prefixes that cannot be read", SESSION_RESET, "RFC 7606 7.12, 5.3"));
        rows.add(multiple(PathAttribute.EXTENDED_COMMUNITIES, 8, "RFC 7606 7.14"));
        rows.add(syntax(
                PathAttribute.AS4_PATH,
                "length below 6, or a segment of unknown type, without AS numbers, or cut",
                ATTRIBUTE_DISCARD,
                "RFC 6793 6"));
        rows.add(syntax(PathAttribute.AS4_AGGREGATOR, "length is not 8", ATTRIBUTE_DISCARD, "RFC 6793 6"));
        rows.add(syntax(PathAttribute.PMSI_TUNNEL, "length below 5", TREAT_AS_WITHDRAW, "RFC 6514 5"));
        rows.add(syntax(
                PathAttribute.TUNNEL_ENCAPSULATION,
                "empty, or TLVs or sub-TLVs that do not fit",
                TREAT_AS_WITHDRAW,
                "RFC 9012 13"));
        rows.add(syntax(PathAttribute.TRAFFIC_ENGINEERING, "empty", TREAT_AS_WITHDRAW, "RFC 7606 7.13, 4"));
        rows.add(multiple(PathAttribute.IPV6_EXTENDED_COMMUNITIES, 20, "RFC 7606 7.15"));
        rows.add(syntax(
                PathAttribute.AIGP,
                "empty, TLVs that do not fit, or a first metric of all ones",
                ATTRIBUTE_DISCARD,
                "RFC 7311 3.2"));
        rows.add(syntax(
                PathAttribute.PE_DISTINGUISHER_LABELS,
                "length is no non-zero multiple of 7 or 19",
                TREAT_AS_WITHDRAW,
                "RFC 6514 8"));
        rows.add(syntax(PathAttribute.BGP_LS, "empty, or TLVs that do not fit", ATTRIBUTE_DISCARD, "RFC 9552 8.2.2"));
        rows.add(multiple(PathAttribute.LARGE_COMMUNITIES, 12, "RFC 8092 6"));
        rows.add(
                syntax(PathAttribute.BGPSEC_PATH, "breaks a check of RFC 8205 5.2", TREAT_AS_WITHDRAW, "RFC 8205 5.2"));
        rows.add(syntax(PathAttribute.ONLY_TO_CUSTOMER, "length is not 4", TREAT_AS_WITHDRAW, "RFC 9234 5"));
        rows.add(syntax(
                PathAttribute.SFP,
                "empty, TLVs that do not fit, no Hop TLV, or a Hop TLV without sub-TLV",
                TREAT_AS_WITHDRAW,
                "RFC 9015 3.2.1"));
        rows.add(syntax(
                PathAttribute.BFD_DISCRIMINATOR,
                "length below 11, or TLVs that do not fit",
                ATTRIBUTE_DISCARD,
                "RFC 9026 3.1.6"));
        rows.add(syntax(
                PathAttribute.PREFIX_SID,
                "empty, or TLVs that do not fit or have a wrong length",
                ATTRIBUTE_DISCARD,
                "RFC 8669 6"));
        rows.add(syntax(
                PathAttribute.ATTR_SET,
                "length below 4, cut, or with MP_REACH_NLRI or MP_UNREACH_NLRI",
                TREAT_AS_WITHDRAW,
                "RFC 7606 7.16, RFC 6368 5"));
    }

    private static void addPathRows(List<Row> rows) {
        String zero = "AS 0 in a segment";
        rows.add(row(PathAttribute.AS_PATH, Fault.AS_ZERO, zero, TREAT_AS_WITHDRAW, "RFC 7607 2, RFC 7606 7.2"));
        rows.add(row(PathAttribute.AS4_PATH, Fault.AS_ZERO, zero, ATTRIBUTE_DISCARD, "RFC 7607 2, RFC 6793 6"));
        rows.add(row(PathAttribute.BGPSEC_PATH, Fault.AS_ZERO, zero, TREAT_AS_WITHDRAW, "RFC 7607 2, RFC 8205 5.2"));
        String aggregator = "AS number is 0";
        rows.add(row(
                PathAttribute.AGGREGATOR, Fault.AS_ZERO, aggregator, ATTRIBUTE_DISCARD, "RFC 7607 2, RFC 7606 7.7"));
        rows.add(row(
                PathAttribute.AS4_AGGREGATOR, Fault.AS_ZERO, aggregator, ATTRIBUTE_DISCARD, "RFC 7607 2, RFC 6793 6"));
        String set = "AS_SET or AS_CONFED_SET, unless the operator accepts them";
        rows.add(row(PathAttribute.AS_PATH, Fault.AS_SET, set, TREAT_AS_WITHDRAW, "RFC 9774 3")
                .ownTable(NO_ERROR));
        rows.add(row(PathAttribute.AS4_PATH, Fault.AS_SET, set, TREAT_AS_WITHDRAW, "RFC 9774 3")
                .ownTable(NO_ERROR));
        rows.add(row(
                        PathAttribute.AS_PATH,
                        Fault.CONFEDERATION_SEGMENT,
                        "AS_CONFED_SEQUENCE or AS_CONFED_SET from outside",
                        NO_ERROR,
                        "RFC 5065 5")
                .external(TREAT_AS_WITHDRAW));
        rows.add(row(
                PathAttribute.AS4_PATH,
                Fault.CONFEDERATION_SEGMENT,
                "AS_CONFED_SEQUENCE or AS_CONFED_SET: these segments are ignored",
                ATTRIBUTE_DISCARD,
                "RFC 6793 6"));
        rows.add(row(
                        PathAttribute.AS_PATH,
                        Fault.NO_CONFEDERATION_SEQUENCE,
                        "does not begin with AS_CONFED_SEQUENCE",
                        NO_ERROR,
                        "RFC 5065 5")
                .member(TREAT_AS_WITHDRAW));
    }

    private static void addPresenceRows(List<Row> rows) {
        rows.add(row(PathAttribute.ORIGIN, Fault.MISSING, "absent", TREAT_AS_WITHDRAW, "RFC 7606 3(d)"));
        rows.add(row(
                        PathAttribute.AS_PATH,
                        Fault.MISSING,
                        "absent, and no BGPsec_PATH in its place",
                        TREAT_AS_WITHDRAW,
                        "RFC 7606 3(d), RFC 8205 4.4")
                .ownTable(NO_ERROR));
        rows.add(row(
                        PathAttribute.NEXT_HOP,
                        Fault.MISSING,
                        "absent beside prefixes of the NLRI field",
                        TREAT_AS_WITHDRAW,
                        "RFC 7606 3(d)")
                .ownTable(NO_ERROR));
        rows.add(row(
                        PathAttribute.LOCAL_PREF,
                        Fault.MISSING,
                        "absent",
                        NO_ERROR,
                        "RFC 7606 3(d), RFC 4271 5, RFC 4760 3")
                .internal(TREAT_AS_WITHDRAW)
                .beforePolicy());
        rows.add(row(PathAttribute.LOCAL_PREF, Fault.UNEXPECTED, "present", NO_ERROR, "RFC 7606 7.5, RFC 5065 5.2")
                .external(ATTRIBUTE_DISCARD)
                .beforePolicy());
        rows.add(row(PathAttribute.ORIGINATOR_ID, Fault.UNEXPECTED, "present", NO_ERROR, "RFC 7606 7.9")
                .external(ATTRIBUTE_DISCARD));
        rows.add(row(PathAttribute.CLUSTER_LIST, Fault.UNEXPECTED, "present", NO_ERROR, "RFC 7606 7.10")
                .external(ATTRIBUTE_DISCARD));
        String newSpeakers = "present between speakers of 4-octet AS numbers";
        rows.add(row(PathAttribute.AS4_PATH, Fault.UNEXPECTED, newSpeakers, ATTRIBUTE_DISCARD, "RFC 6793 6"));
        rows.add(row(PathAttribute.AS4_AGGREGATOR, Fault.UNEXPECTED, newSpeakers, ATTRIBUTE_DISCARD, "RFC 6793 6"));
        rows.add(row(
                        PathAttribute.NEXT_HOP,
                        Fault.UNEXPECTED,
                        "present, and all prefixes are in MP_REACH_NLRI",
                        ATTRIBUTE_DISCARD,
                        "RFC 4760 3")
                .ownTable(NO_ERROR));
        String host = "0.0.0.0/8, multicast, or broadcast";
        rows.add(row(
                        PathAttribute.NEXT_HOP,
                        Fault.NO_HOST_ADDRESS,
                        host,
                        TREAT_AS_WITHDRAW,
                        "RFC 4271 6.3, RFC 7606 3(e)")
                .ownTable(NO_ERROR));
        rows.add(row(
                        PathAttribute.MP_REACH_NLRI,
                        Fault.NO_HOST_ADDRESS,
                        host + "; of IPv6 :: or multicast",
                        TREAT_AS_WITHDRAW,
                        "RFC 4760 3, RFC 4271 6.3")
                .ownTable(NO_ERROR));
    }

    private static Row multiple(int typeCode, int unit, String source) {
        return syntax(typeCode, "length is no non-zero multiple of " + unit, TREAT_AS_WITHDRAW, source);
    }

    private static Row syntax(int typeCode, String condition, ErrorHandling handling, String source) {
        return row(typeCode, Fault.SYNTAX, condition, handling, source);
    }

    /** Returns a row with the same handling for all kinds of peers. */
    private static Row row(int typeCode, Fault fault, String condition, ErrorHandling handling, String source) {
        Map<Sender, ErrorHandling> all = new EnumMap<>(Sender.class);
        for (Sender sender : Sender.values()) {
            all.put(sender, handling);
        }
        return new Row(typeCode, fault, condition, all, false, source);
    }

    private static List<Map<Fault, Row>> byCode() {
        List<Map<Fault, Row>> byCode = new ArrayList<>();
        for (int typeCode = 0; typeCode < 256; typeCode++) {
            byCode.add(new EnumMap<>(Fault.class));
        }
        for (Row row : ROWS) {
            byCode.get(row.typeCode()).put(row.fault(), row);
        }
        return byCode;
    }
}
