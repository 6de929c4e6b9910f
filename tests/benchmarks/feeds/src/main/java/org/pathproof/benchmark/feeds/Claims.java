// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.pathproof.benchmark.feeds.table.Best;
import tools.jackson.databind.JsonNode;

/** Compares what Pathproof says about overrides with the routers' own tables. */
final class Claims {
    /** Reasons that say that nothing is wrong. */
    private static final Set<String> CALM = Set.of("not-needed", "all-accepted", "no-path");

    private static final String IN_USE = "in-use";

    private final Chain chain;

    /**
     * The explanations of a prefix.
     *
     * @param reason why the prefix is not protected; empty if nothing says that it is not
     * @param text all answers
     */
    record Saying(Optional<String> reason, String text) {}

    Claims(Chain chain) {
        this.chain = chain;
    }

    /** Returns the routers for which Pathproof says that an override is in force, and that use a refused path. */
    List<String> wrong(Network network, Flow flow) {
        List<String> wrong = new ArrayList<>();
        for (NetworkRouter router : network.routers()) {
            Best best = router.best().current(flow.prefix());
            Optional<JsonNode> explained = explain(router.number(), flow);
            if (flow.isRefused(best) && explained.filter(Claims::claims).isPresent()) {
                wrong.add("router " + router.number() + " uses " + best + ", Pathproof says " + text(explained.get()));
            }
        }
        return wrong;
    }

    private static boolean claims(JsonNode explained) {
        return explained.path("decision").asString("").equals("announce")
                && use(explained).map(IN_USE::equals).orElse(true);
    }

    /** Returns the use of the override; empty where Pathproof says nothing about it. */
    static Optional<String> use(JsonNode override) {
        JsonNode use = override.path("use");
        JsonNode state = use.isObject() ? use.path("state") : use;
        return state.isString() ? Optional.of(state.asString()) : Optional.empty();
    }

    static boolean isInUse(JsonNode override) {
        return use(override).filter(IN_USE::equals).isPresent();
    }

    /** Returns what Pathproof says about a prefix at the routers of a network. */
    Saying saying(Network network, Flow flow) {
        StringJoiner text = new StringJoiner("; ");
        Optional<String> reason = Optional.empty();
        for (int border : network.shape().borders()) {
            Optional<JsonNode> explained = explain(border, flow);
            text.add("router " + border + ": " + explained.map(Claims::text).orElse("no answer"));
            if (explained.isPresent()) {
                reason = reason.or(() -> reason(explained.get()));
            }
        }
        return new Saying(reason, text.toString());
    }

    private static Optional<String> reason(JsonNode explained) {
        if (explained.path("decision").asString("").equals("announce")) {
            return use(explained).filter(use -> !use.equals(IN_USE));
        }
        return Optional.of(explained.path("reason").asString("")).filter(reason -> !CALM.contains(reason));
    }

    private static String text(JsonNode explained) {
        StringJoiner text = new StringJoiner(" ");
        for (String field : List.of("decision", "reason", "routers", "use")) {
            if (explained.has(field)) {
                text.add(field + "=" + explained.get(field));
            }
        }
        return text.toString();
    }

    private Optional<JsonNode> explain(int router, Flow flow) {
        return chain.get("/api/v1/overrides/" + Core.router(router) + "/" + flow.prefix());
    }
}
