// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** Paths in the JSON of the gobgp CLI. */
public final class GoBgpPaths {
    private static final int AS_PATH = 2;
    private static final int NEXT_HOP = 3;
    private static final int LOCAL_PREF = 5;

    private GoBgpPaths() {}

    /** Returns the path of an event of the monitor, or {@link Best#NONE} for a withdrawal. */
    public static Best best(JsonNode path) {
        if (path.path("withdrawal").asBoolean(false)) {
            return Best.NONE;
        }
        String nextHop = "";
        String asPath = "";
        long preference = 0;
        for (JsonNode attribute : path.path("attrs")) {
            switch (attribute.path("type").asInt(0)) {
                case AS_PATH -> asPath = asPath(attribute);
                case NEXT_HOP -> nextHop = attribute.path("nexthop").asString("");
                case LOCAL_PREF -> preference = attribute.path("value").asLong(0);
                default -> {}
            }
        }
        return Best.of(nextHop, preference, path.path("neighbor-ip").asString(""), asPath);
    }

    private static String asPath(JsonNode attribute) {
        StringJoiner text = new StringJoiner(" ");
        for (JsonNode segment : attribute.path("as_paths")) {
            segment.path("asns").forEach(asn -> text.add(asn.asString()));
        }
        return text.toString();
    }
}
