// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;

/**
 * Adds two objects to each ECS line: {@code event.action}, the name of the event, and {@code pathproof}, the values of
 * the message by their keys. A message "session closed: router={} peer={}" has the keys router and peer.
 */
public final class EcsMembers implements StructuredLoggingJsonMembersCustomizer<ILoggingEvent> {
    private static final int MAX_VALUE = 1_000;
    /** A placeholder, with its key if it has one. */
    private static final Pattern PLACEHOLDER = Pattern.compile("(?:([A-Za-z][A-Za-z0-9_.-]*)=\"?)?\\{}");

    @Override
    public void customize(JsonWriter.Members<ILoggingEvent> members) {
        members.add("event", EcsMembers::event).whenNotNull();
        members.add("pathproof", EcsMembers::values).whenNotEmpty();
    }

    private static @Nullable Map<String, Object> event(ILoggingEvent line) {
        String name = name(line);
        return name == null ? null : Map.of("action", name);
    }

    /** Returns the name of the event; null for a line without a name. */
    static @Nullable String name(ILoggingEvent line) {
        List<Marker> markers = line.getMarkerList();
        return markers == null || markers.isEmpty() ? null : markers.getFirst().getName();
    }

    /** Returns the values of a message by their keys. Placeholders without a key have no entry. */
    static Map<String, Object> values(ILoggingEvent line) {
        Map<String, Object> values = new LinkedHashMap<>();
        Object[] arguments = line.getArgumentArray();
        String message = line.getMessage();
        if (arguments == null || message == null) {
            return values;
        }
        Matcher placeholder = PLACEHOLDER.matcher(message);
        for (int i = 0; i < arguments.length && placeholder.find(); i++) {
            if (placeholder.group(1) != null) {
                values.put(placeholder.group(1), value(arguments[i]));
            }
        }
        return values;
    }

    private static Object value(@Nullable Object argument) {
        if (argument instanceof Number || argument instanceof Boolean) {
            return argument;
        }
        String text = String.valueOf(argument);
        return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE);
    }
}
