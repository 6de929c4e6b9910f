// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.reading;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.EncodedFields;

/**
 * Decides the encoding of the UPDATEs of a session, family by family, from their bytes and from the declared options.
 *
 * <p>The first message that fits only one encoding decides, and the decision holds for the following messages, also for
 * those that fit both. Later evidence for the other encoding revises the decision. A message that fits both encodings
 * is open while nothing decides; the caller can hold it, or call {@link #stopWaiting}. Without evidence, prefixes that
 * fit both encodings are read without Path Identifiers, because bytes with Path Identifiers seldom fit that encoding.
 * Prefixes without declared Path Identifiers are therefore never open.
 *
 * <p>A router can send its table without the declared Path Identifiers, and later UPDATEs with them, as GoBGP does.
 * After an End-of-RIB, the first prefixes with Path Identifiers therefore decide, and the table stays right. Not
 * thread-safe.
 */
public final class SessionReading {
    /** The result for one message. */
    public sealed interface Result {}

    /**
     * The encoding is decided.
     *
     * @param changed true if earlier messages of the session were decoded with another encoding, so that their routes
     *     are wrong
     */
    public record Decided(BgpSessionOptions options, boolean changed) implements Result {}

    /** The message fits two encodings, and nothing decides yet. */
    public record Open() implements Result {}

    /** The message fits only an encoding that the session does not have, so it must not be used. */
    public record Contrary(WireError error) implements Result {}

    private static final List<AfiSafi> FAMILIES = List.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST);
    private static final int AS_SIZE = FAMILIES.size();

    /** Evidence by property and declared value, because flags and TLVs can declare each message differently. */
    private final @Nullable Evidence[] evidence = new Evidence[2 * (AS_SIZE + 1)];

    private final Set<Contradiction> contradictions = EnumSet.noneOf(Contradiction.class);
    /** The families with declared Path Identifiers that have routes without. */
    private final Set<AfiSafi> withoutIds = new HashSet<>();

    private boolean waiting = true;

    /**
     * Decides the encoding of the next message of the session.
     *
     * @param message a BGP message with its header
     * @param declared the options that the OPENs and the headers declare for the message
     */
    public Result read(Bytes message, BgpSessionOptions declared) {
        return read(message, declared, true);
    }

    /** Decides the encoding of a message for which {@link #read} returned {@link Open}. */
    public Result readAgain(Bytes message, BgpSessionOptions declared) {
        return read(message, declared, false);
    }

    /** Makes {@link #read} decide messages that fit two encodings by their probability. */
    public void stopWaiting() {
        waiting = false;
    }

    /** Returns the contradictions found so far. */
    public Set<Contradiction> contradictions() {
        return contradictions;
    }

    /**
     * Returns true if Path Identifiers are declared for a family, and earlier messages had none. A route without Path
     * Identifier stands for all paths to its prefix until a message with Path Identifiers has the prefix.
     */
    public boolean hasRoutesWithoutIds(AfiSafi family) {
        return withoutIds.contains(family);
    }

    private Result read(Bytes message, BgpSessionOptions declared, boolean learn) {
        Optional<EncodedFields> found = EncodedFields.of(message);
        if (found.isEmpty()) {
            return new Decided(declared, false);
        }
        EncodedFields fields = found.get();
        if (learn && !fields.hasPrefixes() && !fields.hasAsPath()) {
            endTable();
        }
        boolean open = false;
        boolean changed = false;
        Set<AfiSafi> addPath = declared.addPath();
        for (int i = 0; i < FAMILIES.size(); i++) {
            AfiSafi family = FAMILIES.get(i);
            if (!fields.hasPrefixes(family)) {
                continue;
            }
            boolean says = declared.addPath().contains(family);
            Evidence.Weighed weighed =
                    evidence(i, says).weigh(ids -> fields.prefixes(family, ids), () -> false, learn, waiting && says);
            switch (weighed.outcome()) {
                case CONTRARY -> {
                    return new Contrary(contrary(family, weighed.value()));
                }
                case OPEN -> open = true;
                case DECIDED -> {
                    changed |= weighed.changed();
                    if (says && !weighed.value()) {
                        withoutIds.add(family);
                    }
                    if (weighed.value() != says) {
                        contradictions.add(says ? Contradiction.PATH_IDS_MISSING : Contradiction.PATH_IDS_UNDECLARED);
                        addPath = with(addPath, family, weighed.value());
                    }
                }
            }
        }
        boolean four = declared.fourOctetAs();
        if (fields.hasAsPath()) {
            boolean says = four;
            // A path that fits only the other size is malformed, and not a reason to drop the prefixes.
            Evidence.Weighed weighed = evidence(AS_SIZE, says)
                    .weigh(fields::asPath, () -> fields.probablyFourOctetAs(says), learn, waiting);
            open |= weighed.outcome() == Evidence.Outcome.OPEN;
            changed |= weighed.changed();
            four = weighed.value();
            if (four != says) {
                contradictions.add(says ? Contradiction.TWO_OCTET_PATHS : Contradiction.FOUR_OCTET_PATHS);
            }
        }
        if (changed) {
            withoutIds.removeAll(addPath);
        }
        return open
                ? new Open()
                : new Decided(new BgpSessionOptions(four, addPath, declared.extendedMessage()), changed);
    }

    /** Handles an End-of-RIB of any family. */
    private void endTable() {
        for (int i = 0; i < FAMILIES.size(); i++) {
            Evidence ids = evidence(i, true);
            if (!ids.value()) {
                ids.startAnew();
            }
        }
    }

    private Evidence evidence(int property, boolean declared) {
        int index = 2 * property + (declared ? 1 : 0);
        Evidence known = evidence[index];
        if (known == null) {
            known = new Evidence(declared);
            evidence[index] = known;
        }
        return known;
    }

    private static Set<AfiSafi> with(Set<AfiSafi> families, AfiSafi family, boolean contained) {
        Set<AfiSafi> copy = new HashSet<>(families);
        if (contained) {
            copy.add(family);
        } else {
            copy.remove(family);
        }
        return copy;
    }

    private static WireError contrary(AfiSafi family, boolean pathIdentifiers) {
        return new WireError(
                WireError.Code.BAD_VALUE,
                "UPDATE / prefixes of " + family,
                0,
                pathIdentifiers
                        ? "the prefixes can only be read without Path Identifiers, and earlier ones of the session"
                                + " have them"
                        : "the prefixes can only be read with Path Identifiers, and earlier ones of the session have"
                                + " none");
    }
}
