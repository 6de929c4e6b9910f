// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SpeakerChain;
import org.pathproof.research.schemes.sbgp.Extracts;
import org.pathproof.research.schemes.sbgp.PublishedObjects;
import org.pathproof.research.schemes.sbgp.SbgpNetwork;
import org.pathproof.research.schemes.sbgp.SbgpScheme;
import org.pathproof.research.schemes.sbgp.SbgpVerifier;
import org.pathproof.wire.Prefix;

/** The tables of the S-BGP paper: sizes of objects, storage of a router, and the caches of verified routes. */
record SbgpTables(List<Sizes> sizes, List<Flaps> flaps, List<DetailedResult> results) {
    private static final int FIRST_ADDRESS = 10 << 24;
    /** Prefixes of an organization, as in the paper: 194,501 blocks of 43,931 organizations. */
    private static final int PREFIXES_OF_ORGANIZATION = 4;

    private static final double BYTES_PER_MB = 1e6;
    private static final int FLAPS = 200;
    private static final int ALTERNATIVES = 3;

    /** Sizes of the objects of one AS in bytes. */
    private record Sizes(
            ParameterSet parameters,
            int certificate,
            int certificateExtract,
            int attestation,
            int attestationExtract) {}

    /** Signatures that a verifier with a cache verified while a prefix moved between its alternatives. */
    private record Flaps(int depth, long signatures, long cached) {}

    static SbgpTables measure(List<DetailedResult> results) {
        List<Sizes> sizes = new ArrayList<>();
        SbgpScheme scheme = new SbgpScheme();
        for (ParameterSet parameters : scheme.parameterSets()) {
            sizes.add(sizes(scheme.configure(parameters, new SecureRandom())));
        }
        return new SbgpTables(sizes, flaps(scheme.configure(SbgpScheme.P256, new SecureRandom())), results);
    }

    private static SpeakerChain chain(SbgpNetwork network) {
        List<Prefix> prefixes = new ArrayList<>();
        for (int i = 0; i < PREFIXES_OF_ORGANIZATION; i++) {
            prefixes.add(Prefix.ipv4(FIRST_ADDRESS | i << 8, 24));
        }
        return new SpeakerChain(
                network, ALTERNATIVES + 2, prefixes, Instant.now().plus(Duration.ofDays(365)));
    }

    private static Sizes sizes(SbgpNetwork network) {
        KeyDirectory keys = chain(network).keys();
        PublishedKeys origin = keys.all().iterator().next();
        long asn = origin.identity().asn();
        PublishedObjects objects = PublishedObjects.of(origin.material()).orElseThrow();
        Extracts extracts = network.validate(keys);
        return new Sizes(
                network.parameters(),
                objects.router().length(),
                extracts.router(asn).orElseThrow().bytes(),
                objects.attestation().length(),
                extracts.addressesOf(asn).orElseThrow().bytes());
    }

    /** A prefix moves between paths of 1, 2 and 3 hops in turn. */
    private static List<Flaps> flaps(SbgpNetwork network) {
        SpeakerChain chain = chain(network);
        Instant now = Instant.now();
        Prefix prefix = Prefix.ipv4(FIRST_ADDRESS, 24);
        List<SecuredRoute> alternatives = new ArrayList<>();
        for (int hops = 1; hops <= ALTERNATIVES; hops++) {
            alternatives.add(chain.route(prefix, hops, now.plus(Duration.ofDays(1))));
        }
        Extracts extracts = network.validate(chain.keys());
        List<Flaps> flaps = new ArrayList<>();
        for (int depth = 0; depth <= ALTERNATIVES; depth++) {
            SbgpVerifier verifier = network.verifier(extracts, depth);
            for (int i = 0; i < FLAPS; i++) {
                // Every second announcement repeats the route before, as after a short loss of a session.
                verifier.verify(alternatives.get(i / 2 % ALTERNATIVES), now);
            }
            flaps.add(new Flaps(depth, verifier.verifiedSignatures(), verifier.cachedRoutes()));
        }
        return flaps;
    }

    Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("objects", objects());
        parts.put("storage", storage());
        parts.put("flaps", flapTable());
        parts.put("cpu", cpu());
        return parts;
    }

    private String objects() {
        StringBuilder text = new StringBuilder("| bytes of | published |");
        sizes.forEach(
                one -> text.append(" here: ").append(one.parameters.name()).append(" |"));
        text.append("\n|---|--:|").append("--:|".repeat(sizes.size())).append('\n');
        addRow(
                text,
                "certificate",
                SbgpFigures.CERTIFICATE_BYTES,
                sizes.stream().map(Sizes::certificate).toList());
        addRow(
                text,
                "extract of a certificate",
                SbgpFigures.CERTIFICATE_EXTRACT_BYTES,
                sizes.stream().map(Sizes::certificateExtract).toList());
        addRow(
                text,
                "address attestation",
                SbgpFigures.AA_BYTES,
                sizes.stream().map(Sizes::attestation).toList());
        addRow(
                text,
                "extract of an address attestation",
                SbgpFigures.AA_EXTRACT_BYTES,
                sizes.stream().map(Sizes::attestationExtract).toList());
        return text.toString();
    }

    private static void addRow(StringBuilder text, String name, int published, List<Integer> here) {
        text.append("| ").append(name).append(" | ").append(published);
        here.forEach(bytes -> text.append(" | ").append(bytes));
        text.append(" |\n");
    }

    private String storage() {
        StringBuilder text = new StringBuilder("""
                | objects of | published: full, MB | published: extracts, MB | here: full, MB | here: extracts, MB |
                |---|--:|--:|--:|--:|
                """);
        for (Sizes one : sizes) {
            boolean published = one.parameters.published();
            text.append(String.format(
                    Locale.ROOT,
                    "| 1999, %s | %s | %s | %.1f | %.1f |%n",
                    one.parameters.name(),
                    published ? String.format(Locale.ROOT, "%.1f", SbgpFigures.FULL_MB) : "–",
                    published ? String.format(Locale.ROOT, "%.1f", SbgpFigures.EXTRACTS_MB) : "–",
                    megabytes(
                            one.certificate,
                            SbgpFigures.CERTIFICATES,
                            one.attestation,
                            SbgpFigures.ADDRESS_ATTESTATIONS),
                    megabytes(
                            one.certificateExtract,
                            SbgpFigures.CERTIFICATES,
                            one.attestationExtract,
                            SbgpFigures.ADDRESS_ATTESTATIONS)));
            text.append(String.format(
                    Locale.ROOT,
                    "| 2026, %s | – | – | %.1f | %.1f |%n",
                    one.parameters.name(),
                    megabytes(one.certificate, certificatesToday(), one.attestation, attestationsToday()),
                    megabytes(
                            one.certificateExtract, certificatesToday(), one.attestationExtract, attestationsToday())));
        }
        return text.toString();
    }

    private static int attestationsToday() {
        return SbgpFigures.PREFIXES_TODAY / PREFIXES_OF_ORGANIZATION;
    }

    /** One certificate for each router key and for each owner of prefixes. */
    private static int certificatesToday() {
        return SbgpFigures.ASES_TODAY + attestationsToday();
    }

    private static double megabytes(int certificate, int certificates, int attestation, int attestations) {
        return ((double) certificate * certificates + (double) attestation * attestations) / BYTES_PER_MB;
    }

    private String flapTable() {
        StringBuilder text = new StringBuilder(
                "| depth of the cache | routes from the cache | signatures verified |\n|--:|--:|--:|\n");
        for (Flaps one : flaps) {
            text.append(String.format(
                    Locale.ROOT, "| %d | %d of %d | %d |%n", one.depth, one.cached, FLAPS, one.signatures));
        }
        return text.toString();
    }

    private String cpu() {
        StringBuilder text = new StringBuilder("| scheme | minutes for a million UPDATEs with 3.7 hops |\n|---|--:|\n");
        for (DetailedResult result : results) {
            if (result.basic().scheme().equals("S-BGP")
                    || result.basic().scheme().equals("BGPsec")) {
                // Microseconds for one UPDATE are seconds for a million.
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %.1f |%n",
                        result.label(),
                        result.updateMicros(KeychainFigures.HOPS) / 60));
            }
        }
        return text.toString();
    }
}
