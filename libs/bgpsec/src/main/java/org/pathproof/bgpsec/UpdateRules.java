// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.AttributeFault;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.Fault;
import org.pathproof.wire.bgp.FaultTable;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Sender;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;

/**
 * The rules about a whole UPDATE: those on BGPsec_PATH (RFC 8205 sections 2.2, 4.1 and 5.2), and those on the other
 * attributes in {@link FaultTable}.
 */
public final class UpdateRules {
    private UpdateRules() {}

    /** Checks an update as the peer sent it, as {@link #check(UpdateCheck, boolean, PeerRelation)} does. */
    public static List<Finding> check(Update update, boolean bgpsecNegotiated, PeerRelation relation) {
        return check(
                UpdateCheck.of(update, Reception.from(sender(relation), true).withBgpsec()),
                bgpsecNegotiated,
                relation);
    }

    /** Checks an update from an external peer. */
    public static List<Finding> check(Update update, boolean bgpsecNegotiated) {
        return check(update, bgpsecNegotiated, PeerRelation.EXTERNAL);
    }

    /**
     * Returns the broken rules of an update: AS_PATH and BGPsec_PATH both present or both missing, several prefixes, no
     * MP_REACH_NLRI, BGPsec not negotiated, or faults of attributes that withdraw the routes. Returns an empty list for
     * an update with neither announcements nor BGPsec_PATH.
     *
     * <p>A BGPsec_PATH in an update that only withdraws routes has no prefix (RFC 8205 section 4.1), which is a
     * finding. The withdrawals are still valid.
     *
     * @param checked the update with the faults of its attributes
     * @param bgpsecNegotiated true if the session negotiated BGPsec towards the receiver for the address family of the
     *     update
     * @param relation relation of the peer: an internal peer with BGPsec may omit both path attributes, for routes of
     *     this AS (RFC 8205 section 4.4)
     */
    public static List<Finding> check(UpdateCheck checked, boolean bgpsecNegotiated, PeerRelation relation) {
        Update update = checked.update();
        boolean signed = update.has(PathAttribute.BGPSEC_PATH);
        boolean announces = !update.nlri().isEmpty() || update.has(PathAttribute.MP_REACH_NLRI);
        if (!announces && !signed) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        addFaults(checked, findings);
        checkPathAttributes(update, signed, bgpsecNegotiated && relation == PeerRelation.INTERNAL, findings);
        if (signed) {
            if (!bgpsecNegotiated) {
                findings.add(
                        Finding.ofPath(
                                Rule.CAPABILITY_NOT_NEGOTIATED,
                                "The UPDATE carries BGPsec_PATH, but the session did not negotiate BGPsec for this address family."));
            }
            checkPrefix(update, findings);
        }
        return List.copyOf(findings);
    }

    /** Returns the kind of a peer with this relation. */
    public static Sender sender(PeerRelation relation) {
        return switch (relation) {
            case EXTERNAL -> Sender.EXTERNAL;
            case CONFEDERATION_MEMBER -> Sender.CONFEDERATION_MEMBER;
            case INTERNAL -> Sender.INTERNAL;
        };
    }

    /**
     * Returns true for an update that carries BGPsec_PATH beside AS_PATH. {@link #checkDualPath} checks it if its
     * session did not negotiate BGPsec and the operator permits this form.
     */
    public static boolean isDualPath(Update update) {
        return update.has(PathAttribute.BGPSEC_PATH) && update.has(PathAttribute.AS_PATH);
    }

    /** Checks an update from an external peer, as {@link #checkDualPath(UpdateCheck, boolean)} does. */
    public static List<Finding> checkDualPath(Update update, boolean fourOctetAs) {
        return checkDualPath(
                UpdateCheck.of(
                        update, Reception.from(Sender.EXTERNAL, fourOctetAs).withBgpsec()),
                fourOctetAs);
    }

    /**
     * Returns the broken rules of an update that carries BGPsec_PATH beside AS_PATH: an AS_PATH that differs from the
     * equivalent AS_PATH of the Secure_Path (RFC 8205 section 4.4), no prefix, or faults of attributes. The prefixes
     * may be in the NLRI field. Several prefixes may share the attributes: the path is verified separately for each
     * prefix.
     *
     * <p>RFC 8205 does not permit such updates. The rules on AS_PATH beside BGPsec_PATH, on the capability and on the
     * place and number of prefixes do not apply to them.
     *
     * @param checked the update with the faults of its attributes
     * @param fourOctetAs true if the update was decoded with AS numbers of four bytes, false for two
     */
    public static List<Finding> checkDualPath(UpdateCheck checked, boolean fourOctetAs) {
        Update update = checked.usable();
        List<Finding> findings = new ArrayList<>();
        addFaults(checked, findings);
        AsPath asPath = update.asPath(new BgpSessionOptions(fourOctetAs, Set.of(), true))
                .orElse(null);
        Bytes bgpsecPath = update.find(BgpsecPath.class).map(BgpsecPath::value).orElse(Bytes.EMPTY);
        List<SecurePath.Segment> segments = PathSyntax.readableSegments(bgpsecPath);
        if (asPath != null && !segments.isEmpty()) {
            EquivalentAsPath.difference(segments, asPath).ifPresent(findings::add);
        }
        int inReach = update.find(MpReach.class).map(r -> r.nlri().size()).orElse(0);
        if (inReach + update.nlri().size() == 0) {
            findings.add(Finding.ofPath(Rule.MISSING_MP_REACH, whyNoPrefix(update, 0)));
        }
        return List.copyOf(findings);
    }

    /**
     * Returns a finding for each attribute that is discarded, or of which a part is discarded. These findings do not
     * change the state of the path.
     */
    public static List<Finding> discards(UpdateCheck checked) {
        if (checked.faults().isEmpty()) {
            return List.of();
        }
        return checked.faults().stream()
                .filter(found -> !found.handling().withdraws())
                .map(found -> finding(Rule.ATTRIBUTE_DISCARDED, found.fault()))
                .toList();
    }

    /** Reports faults for which RFC 7606 requires treat-as-withdraw or a session reset. */
    private static void addFaults(UpdateCheck checked, List<Finding> findings) {
        for (UpdateCheck.HandledFault found : checked.faults()) {
            if (found.handling().withdraws()) {
                findings.add(finding(rule(found.fault()), found.fault()));
            }
        }
    }

    private static Rule rule(AttributeFault fault) {
        return switch (fault.fault()) {
            case AS_ZERO -> Rule.AS_ZERO;
            case MISSING -> Rule.ATTRIBUTE_MISSING;
            case OVERRUN ->
                fault.typeCode() == PathAttribute.BGPSEC_PATH ? Rule.ATTRIBUTE_TRUNCATED : Rule.ATTRIBUTE_MALFORMED;
            default -> Rule.ATTRIBUTE_MALFORMED;
        };
    }

    private static Finding finding(Rule rule, AttributeFault fault) {
        WireError error = fault.error();
        StringBuilder message = new StringBuilder(error.where()).append(": ").append(error.message());
        FaultTable.Row row = FaultTable.find(fault.typeCode(), fault.fault());
        if (error.offset() > 0) {
            message.append(" (byte ").append(error.offset()).append(" of the message)");
        } else if (row != null) {
            message.append(" (").append(row.sourceText()).append(')');
        }
        if (fault.fault() == Fault.CONFEDERATION_SEGMENT && rule != Rule.ATTRIBUTE_DISCARDED) {
            message.append("; pathproof.collector.confederation.members names the members");
        } else if (fault.fault() == Fault.AS_SET) {
            message.append("; pathproof.collector.as-set-peers accepts it");
        }
        return Finding.ofPath(rule, message.append('.').toString());
    }

    /** Performs check 4 of RFC 8205 section 5.2, and checks that a path attribute is present (RFC 4271 section 6.3). */
    private static void checkPathAttributes(
            Update update, boolean signed, boolean mayLackBoth, List<Finding> findings) {
        boolean plain = update.has(PathAttribute.AS_PATH);
        if (signed && plain) {
            findings.add(Finding.ofPath(
                    Rule.AS_PATH_AND_BGPSEC_PATH,
                    "The UPDATE carries both AS_PATH and BGPsec_PATH; they exclude each other."));
        }
        if (!signed && !plain && !mayLackBoth) {
            findings.add(Finding.ofPath(
                    Rule.AS_PATH_MISSING,
                    "The UPDATE announces a prefix, but carries neither AS_PATH nor BGPsec_PATH."));
        }
    }

    /** Checks that the update has one prefix, in MP_REACH_NLRI (RFC 8205 section 4.1). */
    private static void checkPrefix(Update update, List<Finding> findings) {
        int inReach = update.find(MpReach.class).map(r -> r.nlri().size()).orElse(0);
        int inField = update.nlri().size();
        if (inReach == 0) {
            findings.add(Finding.ofPath(Rule.MISSING_MP_REACH, whyNoPrefix(update, inField)));
        }
        if (inReach + inField > 1) {
            findings.add(Finding.ofPath(
                    Rule.MULTIPLE_PREFIXES,
                    "The UPDATE announces " + (inReach + inField) + " prefixes (" + inReach + " in MP_REACH_NLRI, "
                            + inField + " in the NLRI field); a BGPsec UPDATE announces one."));
        }
    }

    private static String whyNoPrefix(Update update, int inField) {
        return update.find(MpReach.class)
                .map(reach -> "MP_REACH_NLRI has no IPv4 or IPv6 unicast prefix; its family is " + reach.family() + ".")
                .orElse(
                        inField > 0
                                ? "The prefix is in the NLRI field instead of MP_REACH_NLRI."
                                : withdraws(update)
                                        ? "The UPDATE carries BGPsec_PATH, but only withdraws routes: the path has no prefix. The withdrawals are valid."
                                        : "The UPDATE carries BGPsec_PATH, but no MP_REACH_NLRI.");
    }

    private static boolean withdraws(Update update) {
        return !update.withdrawn().isEmpty() || update.has(PathAttribute.MP_UNREACH_NLRI);
    }
}
