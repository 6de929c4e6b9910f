// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.pathproof.contracts.v1.IncidentRecord;
import org.pathproof.contracts.v1.MuteContent;
import org.pathproof.wire.Prefix;

/**
 * A mute of the incidents that have all of its fields, until its end. Immutable.
 *
 * @param version 1, or 2 after its removal
 * @param changed time of the last change
 * @param author client that made the last change
 * @param created time of the creation
 * @param expires end; after a removal the time of the removal
 * @param creator client that created the mute
 */
record Mute(
        EntryKey.OfMute key,
        long version,
        Instant changed,
        String author,
        Scope scope,
        String owner,
        String reason,
        Instant created,
        Instant expires,
        String creator)
        implements IncidentEntry {

    /**
     * Fields of incidents. An empty one matches every incident.
     *
     * @param kind label of the kind
     * @param rule label of a rule
     * @param prefix prefix with its length
     */
    record Scope(String kind, OptionalLong asn, String rule, String router, String peer, String prefix) {
        boolean isEmpty() {
            return asn.isEmpty()
                    && List.of(kind, rule, router, peer, prefix).stream().allMatch(String::isEmpty);
        }

        /**
         * Returns true if an incident has all fields. The rule must be the only one of the example routes. The prefix
         * must cover all routes, so an incident with more routes than examples never matches a prefix.
         */
        boolean matches(Incident incident) {
            Subject subject = incident.subject();
            return (kind.isEmpty() || kind.equals(subject.kind().label()))
                    && (asn.isEmpty() || asn.getAsLong() == subject.asn())
                    && (router.isEmpty() || router.equals(subject.router()))
                    && (peer.isEmpty() || peer.equals(subject.peer()))
                    && (rule.isEmpty() || incident.examples().rules().equals(List.of(rule)))
                    && (prefix.isEmpty() || covers(Prefix.parse(prefix), incident));
        }

        private static boolean covers(Prefix outer, Incident incident) {
            Examples examples = incident.examples();
            return examples.complete()
                    && examples.prefixes().stream().allMatch(inner -> outer.covers(Prefix.parse(inner)));
        }
    }

    static Mute of(EntryKey.OfMute key, IncidentRecord found) {
        MuteContent content = found.getMute();
        return new Mute(
                key,
                found.getVersion(),
                RecordTimes.instant(found.getChanged()),
                found.getAuthor(),
                new Scope(
                        content.getKind(),
                        content.hasAsn() ? OptionalLong.of(content.getAsn()) : OptionalLong.empty(),
                        content.getRule(),
                        content.getRouter(),
                        content.getPeer(),
                        content.getPrefix()),
                content.getOwner(),
                content.getReason(),
                RecordTimes.instant(content.getCreated()),
                RecordTimes.instant(content.getExpires()),
                content.getCreator());
    }

    @Override
    public byte[] toBytes() {
        MuteContent.Builder content = MuteContent.newBuilder()
                .setKind(scope.kind())
                .setRule(scope.rule())
                .setRouter(scope.router())
                .setPeer(scope.peer())
                .setPrefix(scope.prefix())
                .setOwner(owner)
                .setReason(reason)
                .setCreated(RecordTimes.micros(created))
                .setExpires(RecordTimes.micros(expires))
                .setCreator(creator);
        scope.asn().ifPresent(content::setAsn);
        return IncidentRecord.newBuilder()
                .setVersion(version)
                .setChanged(RecordTimes.micros(changed))
                .setAuthor(author)
                .setMute(content)
                .build()
                .toByteArray();
    }

    boolean isInForce(Instant now) {
        return now.isBefore(expires);
    }

    boolean matches(Incident incident) {
        return scope.matches(incident);
    }

    /** Returns true for the incidents with a mute in force at a time. */
    static Predicate<Incident> inForce(Collection<Mute> mutes, Instant now) {
        List<Mute> present = mutes.stream().filter(mute -> mute.isInForce(now)).toList();
        return incident -> present.stream().anyMatch(mute -> mute.matches(incident));
    }

    /** Returns the next version, which ends now. */
    Mute removed(Instant now, String by) {
        return new Mute(key, version + 1, now, by, scope, owner, reason, created, now, creator);
    }
}
