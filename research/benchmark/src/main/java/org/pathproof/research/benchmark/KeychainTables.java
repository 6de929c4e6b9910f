// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The tables of the keychain paper: published figures beside those of a run. */
final class KeychainTables {
    private static final double BYTES_PER_MB = 1 << 20;
    private static final String NOTHING = "–";

    private final List<DetailedResult> results;
    private final double sbgpMicros;

    KeychainTables(List<DetailedResult> results) {
        this.results = results;
        sbgpMicros = results.stream()
                .filter(result -> result.basic().scheme().equals("S-BGP") && result.published())
                .findFirst()
                .orElseThrow()
                .updateMicros(KeychainFigures.HOPS);
    }

    /** Returns all tables by the name of their part in the page. */
    Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("table-1", speedups());
        parts.put("table-3", operations());
        parts.put("table-5", delays());
        parts.put("table-6", memory());
        parts.put("sizes", sizes());
        return parts;
    }

    private String speedups() {
        return table(
                List.of("scheme", "published", "here", "here: µs an UPDATE"),
                result -> List.of(
                        published(result, KeychainFigures.SPEEDUP),
                        String.format(Locale.ROOT, "%.2f", sbgpMicros / result.updateMicros(KeychainFigures.HOPS)),
                        String.format(Locale.ROOT, "%.1f", result.updateMicros(KeychainFigures.HOPS))));
    }

    private String operations() {
        return table(
                List.of("scheme", "published: sign, µs", "here: sign, µs", "published: verify, µs", "here: verify, µs"),
                result -> {
                    KeychainFigures.Operation figures = result.published()
                            ? KeychainFigures.OPERATIONS.getOrDefault(
                                    result.basic().scheme(), new KeychainFigures.Operation(NOTHING, NOTHING))
                            : new KeychainFigures.Operation(NOTHING, NOTHING);
                    return List.of(
                            figures.sign(),
                            String.format(Locale.ROOT, "%.1f", result.basic().signMicros()),
                            figures.verify(),
                            String.format(Locale.ROOT, "%.1f", result.basic().verifyMicros()));
                });
    }

    private String delays() {
        return table(
                List.of(
                        "scheme",
                        "published: normal, s",
                        "here: normal, s",
                        "published: pathological, s",
                        "here: pathological, s",
                        "processed of 88,777",
                        "published: messages/s",
                        "here: messages/s",
                        "here in batches: messages/s"),
                result -> {
                    KeychainFigures.Delay figures = result.published()
                            ? KeychainFigures.DELAYS.getOrDefault(
                                    result.basic().scheme(), new KeychainFigures.Delay(NOTHING, NOTHING))
                            : new KeychainFigures.Delay(NOTHING, NOTHING);
                    return List.of(
                            figures.normal(),
                            String.format(
                                    Locale.ROOT,
                                    "%.4f/%.4f",
                                    result.basic().delayAverage(),
                                    result.basic().delayMax()),
                            figures.pathological(),
                            String.format(
                                    Locale.ROOT,
                                    "%.3f/%.3f",
                                    result.pathological().average(),
                                    result.pathological().max()),
                            String.format(
                                    Locale.ROOT, "%,d", result.pathological().processed()),
                            published(result, KeychainFigures.SATURATED),
                            String.format(Locale.ROOT, "%,.0f", result.basic().messagesPerSecond()),
                            result.batchedMessagesPerSecond().isPresent()
                                    ? String.format(
                                            Locale.ROOT,
                                            "%,.0f",
                                            result.batchedMessagesPerSecond().getAsDouble())
                                    : NOTHING);
                });
    }

    private String memory() {
        List<String> head = new ArrayList<>(List.of("scheme"));
        for (KeychainFigures.Router router : KeychainFigures.ROUTERS) {
            head.add("AS" + router.asn() + " published, MB");
            head.add("here, MB");
        }
        return table(
                head,
                result -> KeychainFigures.ROUTERS.stream()
                        .flatMap(router -> List.of(
                                published(result, router.memory()),
                                String.format(
                                        Locale.ROOT,
                                        "%.1f",
                                        router.entries() * result.signatureBytes(router.hops()) / BYTES_PER_MB))
                                .stream())
                        .toList());
    }

    private String sizes() {
        return table(
                List.of(
                        "scheme",
                        "published: signature bytes",
                        "here: 2 hops, in all",
                        "here: 4 hops, in all",
                        "here: bytes a hop, of 4 hops",
                        "here: attribute with 4 hops"),
                result -> List.of(
                        published(result, KeychainFigures.BYTES),
                        String.format(Locale.ROOT, "%.1f", result.signatureBytes2()),
                        String.format(Locale.ROOT, "%.1f", result.signatureBytes4()),
                        String.format(Locale.ROOT, "%.1f", result.basic().bytesPerHop()),
                        String.format(Locale.ROOT, "%.1f", result.basic().bytesOfPath4())));
    }

    private static String published(DetailedResult result, Map<String, String> figures) {
        if (!result.published()) {
            return NOTHING;
        }
        // A figure for one of several published parameter sets has the name of the set.
        String ofScheme = figures.getOrDefault(result.basic().scheme(), NOTHING);
        return figures.getOrDefault(result.label(), ofScheme);
    }

    private String table(List<String> head, Function<DetailedResult, List<String>> cells) {
        StringBuilder text = new StringBuilder();
        text.append("| ").append(String.join(" | ", head)).append(" |\n|---");
        text.append("|--:".repeat(head.size() - 1)).append("|\n");
        for (DetailedResult result : results) {
            text.append("| ").append(result.label());
            cells.apply(result).forEach(cell -> text.append(" | ").append(cell));
            text.append(" |\n");
        }
        return text.toString();
    }
}
