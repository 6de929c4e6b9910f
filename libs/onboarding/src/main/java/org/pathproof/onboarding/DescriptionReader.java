// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.bmp.RibView;
import tools.jackson.databind.JsonNode;

/** Converts the JSON tree of a description, and collects its problems. An instance reads one description. */
final class DescriptionReader {
    /** Maximum number of entries of a list. */
    static final int MAX_ENTRIES = 256;

    static final int MAX_NAME = 255;
    static final int MAX_PEERS = 1_000_000;

    static final Set<String> MEMBERS = Set.of(
            "name",
            "as",
            "confederation-members",
            "transparent-peers",
            "loop-allowed-peers",
            "dual-path-peers",
            "roles",
            "views",
            "peers",
            "max-peers");
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");

    private static final Set<String> ROLES =
            Arrays.stream(NeighborRole.values()).map(DescriptionReader::label).collect(Collectors.toSet());
    private static final int MAX_SHOWN_PROBLEMS = 10;

    private final List<String> problems = new ArrayList<>();

    Reading read(JsonNode document) {
        if (!document.isObject()) {
            return new Reading.Refused("the description is not a JSON object");
        }
        rejectUnknownMembers("", document, MEMBERS);
        String name = name(document.get("name"));
        Long asn = asn("as", document.get("as"));
        Set<Long> members =
                new HashSet<>(list(document, "confederation-members", entry -> asn("confederation-members", entry)));
        List<PeerSelector> transparent = selectors(document, "transparent-peers");
        List<PeerSelector> loopAllowed = selectors(document, "loop-allowed-peers");
        List<PeerSelector> dualPath = selectors(document, "dual-path-peers");
        Map<NeighborRole, List<PeerSelector>> roles = roles(document.get("roles"));
        Set<RibView> views = new LinkedHashSet<>(list(document, "views", this::view));
        List<PeerSelector> peers = selectors(document, "peers");
        OptionalInt maxPeers = maxPeers(document.get("max-peers"));
        if (!problems.isEmpty() || name == null || asn == null) {
            int more = problems.size() - MAX_SHOWN_PROBLEMS;
            return new Reading.Refused(
                    problems.stream().limit(MAX_SHOWN_PROBLEMS).collect(Collectors.joining("; "))
                            + (more > 0 ? "; and " + more + " more" : ""));
        }
        return new Reading.Described(new RouterDescription(
                name, asn, members, transparent, loopAllowed, dualPath, roles, views, peers, maxPeers));
    }

    private void rejectUnknownMembers(String place, JsonNode object, Set<String> members) {
        for (String member : object.propertyNames()) {
            if (!members.contains(member)) {
                addProblem(place + NetworkText.clean(member, 80), "unknown member");
            }
        }
    }

    static boolean isName(String text) {
        return text.length() <= MAX_NAME && NAME.matcher(text).matches();
    }

    private @Nullable String name(@Nullable JsonNode value) {
        if (value == null) {
            addProblem("name", "missing");
            return null;
        }
        String text = value.isString() ? value.stringValue() : "";
        if (!isName(text)) {
            addProblem(
                    "name",
                    "expected 1 to " + MAX_NAME + " letters, digits, hyphens, dots and underscores, not "
                            + shown(value));
            return null;
        }
        return text;
    }

    private @Nullable Long asn(String place, @Nullable JsonNode value) {
        if (value == null) {
            addProblem(place, "missing");
            return null;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 1
                || value.longValue() > AsNumbers.MAX) {
            addProblem(place, "expected an AS number from 1 to " + AsNumbers.MAX + ", not " + shown(value));
            return null;
        }
        return value.longValue();
    }

    private OptionalInt maxPeers(@Nullable JsonNode value) {
        if (value == null) {
            return OptionalInt.empty();
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < 1
                || value.intValue() > MAX_PEERS) {
            addProblem("max-peers", "expected a number from 1 to " + MAX_PEERS + ", not " + shown(value));
            return OptionalInt.empty();
        }
        return OptionalInt.of(value.intValue());
    }

    private Map<NeighborRole, List<PeerSelector>> roles(@Nullable JsonNode value) {
        Map<NeighborRole, List<PeerSelector>> roles = new EnumMap<>(NeighborRole.class);
        if (value == null) {
            return roles;
        }
        if (!value.isObject()) {
            addProblem("roles", "expected an object, not " + shown(value));
            return roles;
        }
        rejectUnknownMembers("roles.", value, ROLES);
        for (NeighborRole role : NeighborRole.values()) {
            String label = label(role);
            List<PeerSelector> selectors = list(value, label, entry -> selector("roles." + label, entry));
            if (!selectors.isEmpty()) {
                roles.put(role, selectors);
            }
        }
        return roles;
    }

    private List<PeerSelector> selectors(JsonNode object, String member) {
        return list(object, member, entry -> selector(member, entry));
    }

    private @Nullable PeerSelector selector(String place, JsonNode entry) {
        if (entry.isString()) {
            try {
                return PeerSelector.parse(entry.stringValue());
            } catch (IllegalArgumentException e) {
                // reported below
            }
        }
        addProblem(place, "expected an address, prefix or AS such as \"AS64500\", not " + shown(entry));
        return null;
    }

    private @Nullable RibView view(JsonNode entry) {
        if (entry.isString()) {
            for (RibView view : RibView.values()) {
                if (label(view).equals(entry.stringValue())) {
                    return view;
                }
            }
        }
        addProblem(
                "views",
                "expected one of "
                        + Arrays.stream(RibView.values())
                                .map(DescriptionReader::label)
                                .collect(Collectors.joining(", "))
                        + ", not " + shown(entry));
        return null;
    }

    /** Converts the entries of a list. An absent list has no entries. */
    private <T> List<T> list(JsonNode object, String member, Function<JsonNode, @Nullable T> conversion) {
        JsonNode array = object.get(member);
        if (array == null) {
            return List.of();
        }
        if (!array.isArray()) {
            addProblem(member, "expected a list, not " + shown(array));
            return List.of();
        }
        if (array.size() > MAX_ENTRIES) {
            addProblem(member, array.size() + " entries, more than " + MAX_ENTRIES);
            return List.of();
        }
        List<T> entries = new ArrayList<>();
        for (JsonNode entry : array) {
            T converted = conversion.apply(entry);
            if (converted != null) {
                entries.add(converted);
            }
        }
        return List.copyOf(entries);
    }

    /** Returns the name of the list of peers with a role, such as {@code customers}, as in the collector's setting. */
    static String label(NeighborRole role) {
        return role.label() + "s";
    }

    /** Returns the name of a view, such as {@code adj-rib-in-pre}, as in the collector's setting. */
    static String label(RibView view) {
        return view.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a value as text for messages. */
    private static String shown(JsonNode value) {
        return NetworkText.clean(value.toString(), 80);
    }

    private void addProblem(String place, String what) {
        problems.add(place + ": " + what);
    }
}
