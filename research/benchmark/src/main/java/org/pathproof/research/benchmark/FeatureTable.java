// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.Schemes;

/** The claims and features of all schemes, as their code states them and the tests check them. */
final class FeatureTable {
    private FeatureTable() {}

    static String text() {
        List<PathSecurityScheme> schemes = Schemes.all();
        StringBuilder text = new StringBuilder();
        text.append("| property | ")
                .append(schemes.stream().map(PathSecurityScheme::name).collect(Collectors.joining(" | ")))
                .append(" |\n|---")
                .append("|:-:".repeat(schemes.size()))
                .append("|\n");
        for (PathAttack attack : PathAttack.values()) {
            String name = attack.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            addRow(text, "stops: " + name, schemes, scheme -> scheme.stops().contains(attack));
        }
        addRow(
                text,
                "verifies each hop alone",
                schemes,
                scheme -> scheme.features().verifiesHopsIndependently());
        addRow(
                text,
                "result of a hop can be cached",
                schemes,
                scheme -> scheme.features().cacheable());
        addRow(text, "gains from batches", schemes, scheme -> scheme.features().batchable());
        addRow(
                text,
                "names the failing hop",
                schemes,
                scheme -> scheme.features().namesFailingHop());
        addRow(
                text,
                "sends private values",
                schemes,
                scheme -> scheme.features().sendsPrivateValues());
        return text.toString();
    }

    private static void addRow(
            StringBuilder text, String name, List<PathSecurityScheme> schemes, Predicate<PathSecurityScheme> has) {
        text.append("| ").append(name);
        schemes.forEach(scheme -> text.append(has.test(scheme) ? " | yes" : " | no"));
        text.append(" |\n");
    }
}
