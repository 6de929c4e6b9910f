// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.pathproof.rpki.SubjectKeyIdentifier;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** The sets of all cases, and objects as lines of text, in which sets of different programs are compared. */
final class SampleObjects {
    private static final RouterKey KEY = newKey(64_496);
    private static final RouterKey OTHER_KEY = newKey(64_497);
    private static final RouterKey NEW_KEY = newKey(64_511);

    private static final List<RpkiObject> SAME = List.of(
            new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64_496),
            new Vrp(Prefix.parse("10.0.0.0/16"), 20, 64_497),
            new Vrp(Prefix.parse("2001:db8::/32"), 48, 4_200_000_001L),
            KEY,
            new Aspa(64_496, List.of(64_500L, 64_501L)));

    /** The first set. */
    static final List<RpkiObject> FIRST =
            with(new Vrp(Prefix.parse("203.0.113.0/24"), 28, 64_498), OTHER_KEY, new Aspa(64_497, List.of(64_500L)));

    /** Another set: objects of each type come and go, and an ASPA has other providers. */
    static final List<RpkiObject> CHANGED = with(
            new Vrp(Prefix.parse("2001:db8:1::/48"), 56, 64_499),
            NEW_KEY,
            new Aspa(64_497, List.of(64_501L, 64_502L)),
            new Aspa(64_511, List.of(64_500L)));

    /** The set after a restart. */
    static final List<RpkiObject> AFTERWARDS = with(
            new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64_511), OTHER_KEY, NEW_KEY, new Aspa(64_511, List.of(64_502L)));

    private SampleObjects() {}

    private static List<RpkiObject> with(RpkiObject... more) {
        List<RpkiObject> all = new ArrayList<>(SAME);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }

    private static RouterKey newKey(long asn) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            Bytes spki = Bytes.wrap(generator.generateKeyPair().getPublic().getEncoded());
            return new RouterKey(asn, SubjectKeyIdentifier.of(spki).orElseThrow(), spki);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns one line for each object of these types. */
    static SortedSet<String> lines(Collection<? extends RpkiObject> objects, Set<Kind> kinds) {
        SortedSet<String> lines = new TreeSet<>();
        for (RpkiObject object : objects) {
            switch (object) {
                case Vrp vrp
                when kinds.contains(Kind.VRPS) -> lines.add(vrp(vrp.prefix().toString(), vrp.maxLength(), vrp.asn()));
                case RouterKey key
                when kinds.contains(Kind.ROUTER_KEYS) ->
                    lines.add(key(key.asn(), key.ski().toHex()));
                case Aspa aspa when kinds.contains(Kind.ASPAS) -> lines.add(aspa(aspa.customer(), aspa.providers()));
                default -> {}
            }
        }
        return lines;
    }

    /** Returns the line of a VRP. */
    static String vrp(String prefix, int maxLength, long asn) {
        return Prefix.parse(prefix) + "-" + maxLength + " AS" + asn;
    }

    /** Returns the line of a router key, whose SKI is in lower-case hexadecimal digits. */
    static String key(long asn, String ski) {
        return "key " + ski + " AS" + asn;
    }

    /** Returns the line of an ASPA. */
    static String aspa(long customer, List<Long> providers) {
        return "ASPA AS" + customer + " " + providers.stream().sorted().toList();
    }

    /** Returns the number of objects by type, such as "4 VRPs, 2 router keys, 2 ASPAs". */
    static String counts(Collection<String> lines) {
        long keys = lines.stream().filter(line -> line.startsWith("key ")).count();
        long aspas = lines.stream().filter(line -> line.startsWith("ASPA ")).count();
        return (lines.size() - keys - aspas) + " VRPs"
                + (keys == 0 ? "" : ", " + keys + " router keys")
                + (aspas == 0 ? "" : ", " + aspas + " ASPAs");
    }
}
