// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.pathproof.contracts.TopicIds;
import org.pathproof.verdictstore.snapshot.SectionReader;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;
import org.pathproof.verdictstore.snapshot.UnusableSnapshotException;

/**
 * The records that a snapshot was made of: those up to a position. It stands in the snapshot as lines of text.
 *
 * @param time time of the position
 * @param ids ids of the topics
 * @param position the position from which records are to be applied again
 * @param leaderEpochs epoch of the leader that wrote the record before the position, if it is known
 */
record SnapshotOrigin(Instant time, TopicIds ids, Position position, Map<TopicPartition, Integer> leaderEpochs) {
    private static final String SECTION = "origin";
    private static final String TIME = "time";
    private static final String POSITION = "position";
    private static final String TOPIC = "topic ";
    private static final String LEADER = "leader epoch ";

    SnapshotOrigin {
        leaderEpochs = Map.copyOf(leaderEpochs);
    }

    void write(SnapshotWriter to) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        lines.put(TIME, time.toString());
        lines.put(POSITION, position.toString());
        ids.byName().forEach((topic, id) -> lines.put(TOPIC + topic, id.toString()));
        leaderEpochs.forEach((partition, epoch) ->
                lines.put(LEADER + partition.topic() + ":" + partition.partition(), epoch.toString()));
        StringBuilder text = new StringBuilder();
        lines.forEach(
                (name, value) -> text.append(name).append('=').append(value).append('\n'));
        to.begin(SECTION);
        to.putArray(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    static SnapshotOrigin read(SnapshotFile file) throws IOException {
        SectionReader in = file.section(SECTION);
        String text = new String(in.getArray(), StandardCharsets.UTF_8);
        try {
            return parse(text);
        } catch (RuntimeException e) {
            throw UnusableSnapshotException.damaged("section \"" + SECTION + "\": " + e.getMessage(), e);
        }
    }

    private static SnapshotOrigin parse(String text) {
        Map<String, String> lines = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            int at = line.indexOf('=');
            if (at >= 0) {
                lines.put(line.substring(0, at), line.substring(at + 1));
            }
        }
        Position position = Position.parse(String.valueOf(lines.get(POSITION)))
                .orElseThrow(() -> new IllegalArgumentException("the position is " + lines.get(POSITION)));
        Map<String, Uuid> ids = new HashMap<>();
        Map<TopicPartition, Integer> epochs = new HashMap<>();
        lines.forEach((name, value) -> {
            if (name.startsWith(TOPIC)) {
                ids.put(name.substring(TOPIC.length()), Uuid.fromString(value));
            } else if (name.startsWith(LEADER)) {
                int colon = name.lastIndexOf(':');
                epochs.put(
                        new TopicPartition(
                                name.substring(LEADER.length(), colon), Integer.parseInt(name.substring(colon + 1))),
                        Integer.valueOf(value));
            }
        });
        return new SnapshotOrigin(Instant.parse(String.valueOf(lines.get(TIME))), new TopicIds(ids), position, epochs);
    }
}
