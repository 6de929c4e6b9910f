// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.reflection;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The software of a router, as its Initiation names it (RFC 7854 section 4.4). The settings of a router can replace
 * these texts, so they are a hint: overrides may be left out because of it, and none is ever made because of it.
 *
 * @param text name and version for people; empty if nothing names the software
 */
public record RouterSoftware(Kind kind, String text) {
    /** The software of a router that sends no text. */
    public static final RouterSoftware UNKNOWN = new RouterSoftware(Kind.OTHER, "");

    private static final String FRR = "FRRouting ";
    /** GoBGP sends its version alone as sysDescr, and "GoBGP" as sysName unless the settings have another one. */
    private static final Pattern VERSION_ALONE = Pattern.compile("v?\\d+(\\.\\d+){1,3}([-+].*)?");

    /** Software whose behavior is known. */
    public enum Kind {
        /** GoBGP, which loses withdrawals where internal neighbors are no reflection clients. */
        GOBGP,
        /** FRR. */
        FRR,
        /** Any other software, or none is named. It counts as one that follows RFC 4456. */
        OTHER
    }

    /** Recognises the software by the sysDescr and sysName of an Initiation, which may be empty. */
    public static RouterSoftware of(String sysDescr, String sysName) {
        if (VERSION_ALONE.matcher(sysDescr).matches()) {
            return new RouterSoftware(Kind.GOBGP, "GoBGP " + sysDescr);
        }
        if (sysDescr.toLowerCase(Locale.ROOT).contains("gobgp")) {
            return new RouterSoftware(Kind.GOBGP, sysDescr);
        }
        if (sysName.equalsIgnoreCase("GoBGP")) {
            return new RouterSoftware(Kind.GOBGP, "GoBGP");
        }
        return sysDescr.startsWith(FRR)
                ? new RouterSoftware(Kind.FRR, "FRR " + sysDescr.substring(FRR.length()))
                : new RouterSoftware(Kind.OTHER, sysDescr);
    }

    /**
     * Returns true for software that does not withdraw an override from a neighbor that is no reflection client, if a
     * path of another such neighbor replaces the override.
     */
    public boolean losesWithdrawals() {
        return kind == Kind.GOBGP;
    }
}
