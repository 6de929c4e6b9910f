// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;

/** The rules about a whole UPDATE that carries BGPsec_PATH (RFC 8205 sections 2.2, 4.1 and 5.2). */
public final class UpdateRules {
    private static final String BGPSEC_PATH = "BGPsec_PATH";

    private UpdateRules() {}

    /** Checks an update from an external peer, as {@link #check(Update, boolean, PeerRelation)} does. */
    public static List<Finding> check(Update update, boolean bgpsecNegotiated) {
        return check(update, bgpsecNegotiated, PeerRelation.EXTERNAL);
    }

    /**
     * Returns the broken rules of an update: AS_PATH and BGPsec_PATH both present or both missing, several prefixes, no
     * MP_REACH_NLRI, BGPsec not negotiated, or damaged attributes. Returns an empty list for an update with neither
     * announcements nor BGPsec_PATH.
     *
     * <p>A BGPsec_PATH in an update that only withdraws routes has no prefix (RFC 8205 section 4.1), which is a
     * finding. The withdrawals are still valid.
     *
     * @param bgpsecNegotiated true if the session negotiated BGPsec towards the receiver for the address family of the
     *     update
     * @param relation relation of the peer: an internal peer with BGPsec may omit both path attributes, for routes of
     *     this AS (RFC 8205 section 4.4)
     */
    public static List<Finding> check(Update update, boolean bgpsecNegotiated, PeerRelation relation) {
        boolean signed = update.has(PathAttribute.BGPSEC_PATH);
        boolean announces = !update.nlri().isEmpty() || update.has(PathAttribute.MP_REACH_NLRI);
        if (!announces && !signed) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        if (update.treatAsWithdraw()) {
            update.errors().forEach(error -> checkDamage(error, findings));
        }
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

    /**
     * Returns true for an update that carries BGPsec_PATH beside AS_PATH. {@link #checkDualPath} checks it if its
     * session did not negotiate BGPsec and the operator permits this form.
     */
    public static boolean isDualPath(Update update) {
        return update.has(PathAttribute.BGPSEC_PATH) && update.has(PathAttribute.AS_PATH);
    }

    /**
     * Returns the broken rules of an update that carries BGPsec_PATH beside AS_PATH: an AS_PATH that differs from the
     * equivalent AS_PATH of the Secure_Path (RFC 8205 section 4.4), no prefix, or damaged attributes. The prefixes may
     * be in the NLRI field. Several prefixes may share the attributes: the path is verified separately for each prefix.
     *
     * <p>RFC 8205 does not permit such updates. The rules on AS_PATH beside BGPsec_PATH, on the capability and on the
     * place and number of prefixes do not apply to them.
     *
     * @param fourOctetAs true if the update was decoded with AS numbers of four bytes, false for two
     */
    public static List<Finding> checkDualPath(Update update, boolean fourOctetAs) {
        List<Finding> findings = new ArrayList<>();
        if (update.treatAsWithdraw()) {
            update.errors().forEach(error -> checkDamage(error, findings));
        }
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
     * Reports errors for which RFC 7606 requires treat-as-withdraw. A repeated attribute is only discarded (section
     * 3(g)).
     */
    private static void checkDamage(WireError error, List<Finding> findings) {
        if (error.code() == WireError.Code.DUPLICATE) {
            return;
        }
        boolean cut = error.code() == WireError.Code.TRUNCATED || error.code() == WireError.Code.BAD_LENGTH;
        findings.add(Finding.ofPath(
                cut && error.where().contains(BGPSEC_PATH) ? Rule.ATTRIBUTE_TRUNCATED : Rule.ATTRIBUTE_MALFORMED,
                error.where() + ": " + error.message() + " (byte " + error.offset() + " of the message)."));
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
