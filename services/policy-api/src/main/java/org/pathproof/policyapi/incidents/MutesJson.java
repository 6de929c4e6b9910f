// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The mutes that are in force. */
@Schema(name = "Mutes")
public record MutesJson(List<Entry> mutes) {

    /**
     * A mute. Incidents with all of its fields are muted.
     *
     * @param owner person or team that answers for the mute
     * @param expires end of the mute
     * @param by client that created the mute
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Mute")
    public record Entry(
            String id,
            @Nullable String kind,
            @Nullable Long asn,
            @Nullable String rule,
            @Nullable String router,
            @Nullable String peer,
            @Nullable String prefix,
            String owner,
            String reason,
            String created,
            String expires,
            String by) {
        static Entry of(Mute mute) {
            Mute.Scope scope = mute.scope();
            return new Entry(
                    mute.key().id(),
                    IncidentsJson.emptyToNull(scope.kind()),
                    scope.asn().isPresent() ? scope.asn().getAsLong() : null,
                    IncidentsJson.emptyToNull(scope.rule()),
                    IncidentsJson.emptyToNull(scope.router()),
                    IncidentsJson.emptyToNull(scope.peer()),
                    IncidentsJson.emptyToNull(scope.prefix()),
                    mute.owner(),
                    mute.reason(),
                    mute.created().toString(),
                    mute.expires().toString(),
                    mute.creator());
        }
    }
}
