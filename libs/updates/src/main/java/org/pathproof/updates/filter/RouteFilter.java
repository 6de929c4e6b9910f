// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates.filter;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.wire.bmp.RibView;

/**
 * A filter of the routes with their verdicts: parameter of {@code GET /api/v1/routes}, option of {@code pathproof query
 * routes} and field of the dashboard.
 */
public enum RouteFilter {
    PREFIX("PREFIX", "Routes of this prefix", Repetition.ONCE),
    MATCH("HOW", "Kind of match for --prefix", Repetition.ONCE),
    STATE("STATE", "State of the path", Repetition.SEVERAL),
    ORIGIN_STATE("STATE", "State of the origin", Repetition.SEVERAL),
    ASPA_STATE("STATE", "State of the AS path by ASPA", Repetition.SEVERAL),
    FINDING("RULE", "Routes with this finding, for example signature-mismatch", Repetition.SEVERAL),
    ROUTER("ROUTER", "Routes of this router: hash, address or name", Repetition.ONCE),
    PEER("PEER", "Routes of this peer: hash, address or AS", Repetition.ONCE),
    ASN("ASN", "Routes with this AS anywhere in the path", Repetition.ONCE),
    ORIGIN_AS("ASN", "Routes originated by this AS", Repetition.ONCE),
    VIEW("VIEW", "View of the routes", Repetition.ONCE);

    /** Maximum number of values that a help text lists. */
    private static final int MAX_LISTED = 8;

    /** Number of values that a request may have. */
    private enum Repetition {
        ONCE,
        SEVERAL
    }

    private final String valueName;
    private final String text;
    private final Repetition repetition;

    RouteFilter(String valueName, String text, Repetition repetition) {
        this.valueName = valueName;
        this.text = text;
        this.repetition = repetition;
    }

    private static List<String> and(Stream<String> labels, String withoutResult) {
        return Stream.concat(labels, Stream.of(withoutResult)).toList();
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name of the parameter of REST, such as {@code origin_state}. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the option of the command line, such as {@code --origin-state}. */
    public String option() {
        return "--" + label(this);
    }

    /** Returns the placeholder of the value in help texts. */
    public String valueName() {
        return valueName;
    }

    /** Returns all values; empty if any text is a value. */
    public List<String> choices() {
        return switch (this) {
            case MATCH -> List.of("exact", "longest", "covering", "covered");
            case STATE -> Stream.of(PathState.values()).map(Enum::name).toList();
            case ORIGIN_STATE -> and(Stream.of(OriginState.values()).map(OriginState::label), "unverified");
            case ASPA_STATE -> and(Stream.of(AspaState.values()).map(AspaState::label), "not-verified");
            case FINDING -> Stream.of(Rule.values()).map(Rule::label).toList();
            case VIEW -> Stream.of(RibView.values()).map(RouteFilter::label).toList();
            case PREFIX, ROUTER, PEER, ASN, ORIGIN_AS -> List.of();
        };
    }

    /** Returns true if a request may have several values, with commas between them. */
    public boolean isRepeatable() {
        return repetition == Repetition.SEVERAL;
    }

    /** Returns the help text, with the values if they are few. */
    public String description() {
        List<String> choices = choices();
        return text
                + (choices.isEmpty() || choices.size() > MAX_LISTED ? "" : ": " + String.join(", ", choices))
                + (isRepeatable() ? "; several with commas." : ".");
    }
}
