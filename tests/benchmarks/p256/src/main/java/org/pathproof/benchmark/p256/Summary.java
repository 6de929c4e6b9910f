// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result file: medians and quartiles of a run as JSON. Each line is a row; numbers have four significant digits.
 * Rates are signatures per second of CPU time.
 */
final class Summary {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final MathContext DIGITS = new MathContext(4);

    private Summary() {}

    static String json(Report report) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("when", value(report.when().toString()));
        parts.put("seconds", value(report.seconds()));
        parts.put("machine", value(report.machine()));
        parts.put(
                "load",
                value(report.groups().stream()
                        .collect(Collectors.toMap(
                                GroupResult::keys, GroupResult::load, (a, _) -> a, LinkedHashMap::new))));
        parts.put(
                "columns",
                row("keys", "contestant", "job", "batch", "threads", "median", "lower", "upper", "timesOpenSsl"));
        parts.put("rows", rows(rates(report)));
        parts.put("jmhColumns", row("contestant", "job", "median", "lower", "upper", "timesOpenSsl"));
        parts.put("jmh", rows(jmh(report)));
        return parts.entrySet().stream()
                .map(part -> value(part.getKey()) + ": " + part.getValue())
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    private static List<String> rates(Report report) {
        List<String> rows = new ArrayList<>();
        for (GroupResult group : report.groups()) {
            for (GroupResult.Figures f : group.figures()) {
                rows.add(row(
                        group.keys(),
                        f.contestant(),
                        f.job(),
                        f.batch(),
                        f.threads(),
                        rounded(f.rate().median()),
                        rounded(f.rate().lower()),
                        rounded(f.rate().upper()),
                        f.ratio() == null ? null : rounded(f.ratio().median())));
            }
        }
        return rows;
    }

    private static List<String> jmh(Report report) {
        return report.jmh().stream()
                .map(f -> row(
                        f.contestant(),
                        f.job(),
                        rounded(f.rate().median()),
                        rounded(f.rate().lower()),
                        rounded(f.rate().upper()),
                        f.ratio() == null ? null : rounded(f.ratio())))
                .toList();
    }

    private static String rows(List<String> rows) {
        return String.join(",\n", rows).transform(text -> "[\n" + text + "\n]");
    }

    private static String row(@Nullable Object... cells) {
        return value(Arrays.asList(cells));
    }

    private static String value(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    private static Number rounded(double value) {
        BigDecimal decimal = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return decimal.scale() <= 0 ? decimal.longValue() : (Number) decimal;
    }
}
