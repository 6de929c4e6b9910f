// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.PrefixPartitioner;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteQuery;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Prefix;

/** Reads so many records at a start that several threads read them. */
class ManyVerdictsTest {
    private static final int RECORDS = 230_000;
    private static final int PREFIXES = 60_000;
    private static final int SESSIONS = 3;

    @Test
    void equalsATableThatOneThreadWrote() throws Exception {
        RouteTable expected = new RouteTable();
        try (RunningApi api = new RunningApi();
                KafkaProducer<byte[], byte[]> producer = api.producer()) {
            api.rpki().replace(Set.of());
            for (int i = 1; i <= SESSIONS; i++) {
                api.putSession(i, Records.session(i, 1, i));
                expected.applySession(
                        Records.sessionId(i).bytes().toArray(),
                        Records.session(i, 1, i).build().toByteArray());
            }
            Random random = new Random(31);
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                byte[] key = key(random).toBytes();
                byte[] value = random.nextInt(4) == 0 ? null : verdict(random).toByteArray();
                expected.applyVerdict(key, value);
                sent.add(producer.send(new ProducerRecord<>(
                        Topics.VERDICTS, PrefixPartitioner.partition(key, RunningApi.PARTITIONS), key, value)));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
            api.restart();
            RouteTable table = api.bean(RouteTable.class);
            assertThat(table.size()).isEqualTo(expected.size());
            Iterator<Route> found = table.find(RouteQuery.ALL, null);
            expected.find(RouteQuery.ALL, null)
                    .forEachRemaining(route -> assertThat(text(found.next())).isEqualTo(text(route)));
            assertThat(found.hasNext()).isFalse();
            assertThat(table.totals().offenders()).isEqualTo(expected.totals().offenders());
        }
    }

    private static RouteKey key(Random random) {
        Prefix prefix = Prefix.ipv4(random.nextInt(PREFIXES) << 8, 24);
        return new RouteKey(prefix, 1, Records.sessionId(1 + random.nextInt(SESSIONS)), 0);
    }

    private static Verdict verdict(Random random) {
        Integer[] path = {65001 + random.nextInt(3), 64496 + random.nextInt(30)};
        return random.nextInt(5) == 0
                ? Records.notValid(1, path).build()
                : Records.valid(path).build();
    }

    private static String text(Route route) {
        return route.key() + " "
                + route.verdict().toBuilder().clearReceivedUs().clearValidatedUs().build();
    }
}
