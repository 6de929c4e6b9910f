// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.history.changes.Cause;
import org.pathproof.history.changes.Kind;

/** The names of the numbers in files. Names of states are those of the policy API. */
public final class Labels {
    /** Path states by number: {@code VALID} and so on. */
    public static final Labels STATES = new Labels(Arrays.stream(PathState.values())
            .filter(state -> state != PathState.UNRECOGNIZED)
            .map(PathState::name)
            .toList());

    /** Origin states by number: {@code valid}, {@code not-found} and so on. */
    public static final Labels ORIGINS = new Labels(Arrays.stream(OriginState.values())
            .filter(state -> state != OriginState.UNRECOGNIZED)
            .map(state -> lower(state.name().substring("ORIGIN_".length())))
            .toList());

    /** ASPA states by number: {@code valid}, {@code not-verified} and so on. */
    public static final Labels ASPA = new Labels(Arrays.stream(AspaState.values())
            .filter(state -> state != AspaState.UNRECOGNIZED)
            .map(state -> lower(state.name().substring("ASPA_".length())))
            .toList());

    /** Kinds of changes by number. */
    public static final Labels KINDS = new Labels(Arrays.stream(Kind.values())
            .sorted(Comparator.comparingInt(Kind::number))
            .map(Kind::label)
            .toList());

    /** Causes by number. */
    public static final Labels CAUSES = new Labels(Arrays.stream(Cause.values())
            .sorted(Comparator.comparingInt(Cause::number))
            .map(Cause::label)
            .toList());

    private final List<String> names;

    private Labels(List<String> names) {
        this.names = names;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name of a number; {@code unknown-N} for a number of a later release, null for null. */
    @Nullable
    String name(@Nullable Number number) {
        if (number == null) {
            return null;
        }
        int index = number.intValue();
        return index >= 0 && index < names.size() ? names.get(index) : "unknown-" + index;
    }

    /** Returns the number of a name, in upper or lower case; empty for another text. */
    public OptionalInt number(String text) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(text)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /** Returns all names. */
    public List<String> names() {
        return names;
    }
}
