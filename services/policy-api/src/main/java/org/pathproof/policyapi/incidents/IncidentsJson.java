// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Incidents as JSON.
 *
 * @param open number of open incidents of the network, without acknowledged and muted ones
 * @param found number of incidents that the parameters select
 * @param incidents the first of these incidents, newest first
 */
@Schema(name = "Incidents")
public record IncidentsJson(int open, int found, List<Entry> incidents) {

    /**
     * An incident.
     *
     * @param id stable identifier
     * @param kind {@code invalid-paths}, {@code origin-invalid}, {@code aspa-invalid}, {@code signatures-stripped},
     *     {@code router-lost}, {@code peer-lost}, {@code source-lost} or {@code others}
     * @param state {@code open}, {@code acknowledged}, {@code muted} or {@code closed}
     * @param asn AS that the findings name
     * @param source name of the RPKI source
     * @param first time at which the fault was first seen
     * @param last last time at which the fault was seen, at most five minutes old while the fault lasts
     * @param size number of affected routes, at most a minute old; 1 for kinds without routes
     * @param largest largest size
     * @param causes number of causes; above 1 for {@code others} only
     * @param prefixes prefixes of some affected routes, at most 20
     * @param rules rules of the findings of these routes
     * @param complete true if no other routes are affected
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Incident")
    public record Entry(
            String id,
            String kind,
            String state,
            @Nullable Long asn,
            @Nullable String router,
            @Nullable String peer,
            @Nullable String source,
            String first,
            String last,
            long size,
            long largest,
            int routers,
            int peers,
            int causes,
            List<String> prefixes,
            List<String> rules,
            boolean complete,
            @Nullable Acknowledged acknowledgement) {
        static Entry of(Incident incident, Predicate<Incident> muted, Instant now) {
            Subject subject = incident.subject();
            Fault fault = incident.fault();
            return new Entry(
                    incident.id(),
                    subject.kind().label(),
                    incident.state(muted, now).label(),
                    subject.asn() < 0 ? null : subject.asn(),
                    emptyToNull(subject.router()),
                    emptyToNull(subject.peer()),
                    emptyToNull(subject.source()),
                    incident.first().toString(),
                    incident.last().toString(),
                    fault.size(),
                    incident.largest(),
                    fault.routers(),
                    fault.peers(),
                    fault.causes(),
                    incident.examples().prefixes(),
                    incident.examples().rules(),
                    incident.examples().complete(),
                    incident.acknowledgement().map(Acknowledged::of).orElse(null));
        }
    }

    /**
     * The acknowledgement of an incident.
     *
     * @param owner person or team that works on it
     * @param expires time at which the incident is open again
     * @param by client that acknowledged it
     */
    @Schema(name = "IncidentAcknowledgement")
    public record Acknowledged(String owner, String reason, String expires, String by, String time) {
        static Acknowledged of(Incident.Acknowledgement given) {
            return new Acknowledged(
                    given.owner(),
                    given.reason(),
                    given.expires().toString(),
                    given.author(),
                    given.time().toString());
        }
    }

    static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
