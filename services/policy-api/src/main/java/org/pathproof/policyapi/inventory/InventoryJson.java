// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The inventory as JSON.
 *
 * @param routers number of expected routers
 * @param peers number of expected peers
 * @param lost number of routers and peers that are lost and not acknowledged
 * @param unlearned number of routers and peers that are up and not expected, because a bound is reached
 * @param found number of entries that the parameters select
 * @param entries the first of these entries, in the order of their names
 */
@Schema(name = "Inventory")
public record InventoryJson(int routers, int peers, int lost, int unlearned, int found, List<Entry> entries) {

    /**
     * A router or peer.
     *
     * @param peer name of the peer; absent for a router
     * @param source {@code learned}, {@code expected} (by an operator) or {@code declared} (by the settings)
     * @param state {@code up}, {@code waiting} (not up, and not lost yet), {@code lost}, {@code acknowledged} or
     *     {@code retired}
     * @param since time since which a lost router or peer is not up
     * @param detail why it is not up
     * @param changed time of the last change of the entry
     * @param by client that made the last change; absent for the policy API
     * @param reason reason of that client
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "InventoryEntry")
    public record Entry(
            String router,
            @Nullable String peer,
            String source,
            String state,
            @Nullable String since,
            @Nullable String detail,
            @Nullable Acknowledged acknowledgement,
            String changed,
            @Nullable String by,
            @Nullable String reason) {
        static Entry of(InventoryEntry entry, SeenRouters seen, Instant now) {
            boolean up = seen.up().contains(entry.key());
            String state = entry.retired()
                    ? "retired"
                    : entry.isFault(now) ? "lost" : entry.isLost() ? "acknowledged" : up ? "up" : "waiting";
            return new Entry(
                    entry.key().router(),
                    emptyToNull(entry.key().peer()),
                    switch (entry.source()) {
                        case INVENTORY_LEARNED -> "learned";
                        case INVENTORY_EXPECTED -> "expected";
                        case INVENTORY_DECLARED -> "declared";
                        case UNRECOGNIZED -> entry.source().name().toLowerCase(Locale.ROOT);
                    },
                    state,
                    entry.lostSince().map(Instant::toString).orElse(null),
                    entry.retired() || up ? null : seen.reason(entry),
                    entry.acknowledgement().map(Acknowledged::of).orElse(null),
                    entry.changed().toString(),
                    emptyToNull(entry.author()),
                    emptyToNull(entry.reason()));
        }

        private static @Nullable String emptyToNull(String text) {
            return text.isEmpty() ? null : text;
        }
    }

    /**
     * The acknowledgement of a loss.
     *
     * @param owner person or team that works on it
     * @param expires time at which the loss is a fault again
     * @param by client that acknowledged it
     */
    @Schema(name = "InventoryAcknowledgement")
    public record Acknowledged(String owner, String reason, String expires, String by, String time) {
        static Acknowledged of(InventoryEntry.Acknowledgement given) {
            return new Acknowledged(
                    given.owner(),
                    given.reason(),
                    given.expires().toString(),
                    given.author(),
                    given.time().toString());
        }
    }
}
