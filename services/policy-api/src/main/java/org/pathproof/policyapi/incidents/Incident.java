// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.pathproof.contracts.v1.IncidentAcknowledgement;
import org.pathproof.contracts.v1.IncidentContent;
import org.pathproof.contracts.v1.IncidentRecord;

/**
 * An incident: a fault with one cause, from its first time to its end.
 *
 * @param version number of the change, from 1
 * @param changed time of the last change
 * @param author client that made the last change; empty for the policy API
 * @param id digest of kind, subject and first time: 16 hexadecimal digits
 * @param first time at which the first replica saw the fault
 * @param last last time at which a replica saw the fault, to within minutes while the incident is not closed
 * @param fault extent at the last change
 * @param largest largest size
 */
record Incident(
        EntryKey.OfIncident key,
        long version,
        Instant changed,
        String author,
        String id,
        Instant first,
        Instant last,
        Fault fault,
        long largest,
        Examples examples,
        boolean closed,
        Optional<Acknowledgement> acknowledgement)
        implements IncidentEntry {
    private static final int ID_BYTES = 8;

    /** An operator's statement that an incident is known, until a time. */
    record Acknowledgement(String owner, String reason, Instant expires, String author, Instant time) {}

    /** Returns the first version of an incident. */
    static Incident opened(EntryKey.OfIncident key, Instant first, Fault fault, Examples examples, Instant now) {
        return new Incident(
                key,
                1,
                now,
                "",
                id(key.subject(), first),
                first,
                now,
                fault,
                fault.size(),
                examples,
                false,
                Optional.empty());
    }

    private static String id(Subject subject, Instant first) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((subject.text() + '\n' + RecordTimes.micros(first)).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java platform has SHA-256
        }
    }

    static Incident of(EntryKey.OfIncident key, IncidentRecord found) {
        IncidentContent content = found.getIncident();
        return new Incident(
                key,
                found.getVersion(),
                RecordTimes.instant(found.getChanged()),
                found.getAuthor(),
                content.getId(),
                RecordTimes.instant(content.getFirst()),
                RecordTimes.instant(content.getLast()),
                new Fault(content.getSize(), content.getRouters(), content.getPeers(), content.getCauses()),
                content.getLargest(),
                new Examples(
                        List.copyOf(content.getPrefixesList()),
                        List.copyOf(content.getRulesList()),
                        content.getComplete()),
                content.getClosed(),
                content.hasAcknowledgement()
                        ? Optional.of(acknowledgement(content.getAcknowledgement()))
                        : Optional.empty());
    }

    private static Acknowledgement acknowledgement(IncidentAcknowledgement found) {
        return new Acknowledgement(
                found.getOwner(),
                found.getReason(),
                RecordTimes.instant(found.getExpires()),
                found.getAuthor(),
                RecordTimes.instant(found.getTime()));
    }

    @Override
    public byte[] toBytes() {
        IncidentContent.Builder content = IncidentContent.newBuilder()
                .setId(id)
                .setFirst(RecordTimes.micros(first))
                .setLast(RecordTimes.micros(last))
                .setSize(fault.size())
                .setLargest(largest)
                .setRouters(fault.routers())
                .setPeers(fault.peers())
                .setCauses(fault.causes())
                .addAllPrefixes(examples.prefixes())
                .addAllRules(examples.rules())
                .setComplete(examples.complete())
                .setClosed(closed);
        acknowledgement.ifPresent(given -> content.setAcknowledgement(IncidentAcknowledgement.newBuilder()
                .setOwner(given.owner())
                .setReason(given.reason())
                .setExpires(RecordTimes.micros(given.expires()))
                .setAuthor(given.author())
                .setTime(RecordTimes.micros(given.time()))));
        return IncidentRecord.newBuilder()
                .setVersion(version)
                .setChanged(RecordTimes.micros(changed))
                .setAuthor(author)
                .setIncident(content)
                .build()
                .toByteArray();
    }

    Subject subject() {
        return key.subject();
    }

    /**
     * Returns the state. An acknowledgement counts before a mute.
     *
     * @param muted true for an incident with a mute in force
     */
    IncidentState state(Predicate<Incident> muted, Instant now) {
        if (closed) {
            return IncidentState.CLOSED;
        }
        if (acknowledgement.filter(given -> now.isBefore(given.expires())).isPresent()) {
            return IncidentState.ACKNOWLEDGED;
        }
        return muted.test(this) ? IncidentState.MUTED : IncidentState.OPEN;
    }

    /**
     * Returns the next version, with the extent of now.
     *
     * @param more examples that replace the present ones; {@link Examples#NONE} keeps those
     */
    Incident updated(Fault present, Examples more, Instant seen, Instant now) {
        Examples kept = present.size() > largest ? examples.incomplete() : examples;
        Examples shown = more.prefixes().isEmpty() ? kept : more;
        return next(now, "", seen, present, Math.max(largest, present.size()), shown, false, acknowledgement);
    }

    /** Returns the next version as closed. {@code seen} is the last time of the fault. */
    Incident closed(Instant seen, Instant now) {
        return next(now, "", seen, Fault.NONE, largest, examples, true, acknowledgement);
    }

    Incident acknowledged(Acknowledgement given) {
        return next(given.time(), given.author(), last, fault, largest, examples, closed, Optional.of(given));
    }

    Incident unacknowledged(Instant now, String by) {
        return next(now, by, last, fault, largest, examples, closed, Optional.empty());
    }

    private Incident next(
            Instant now,
            String by,
            Instant seen,
            Fault present,
            long most,
            Examples shown,
            boolean end,
            Optional<Acknowledgement> given) {
        return new Incident(key, version + 1, now, by, id, first, seen, present, most, shown, end, given);
    }
}
