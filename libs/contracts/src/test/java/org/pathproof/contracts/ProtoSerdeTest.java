// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.Withdrawal;

class ProtoSerdeTest {
    private final ProtoSerde<RouteEvent> serde = ProtoSerde.routeEvent();

    @Test
    void deserialisesTheValuesAndTombstonesThatItSerialised() {
        RouteEvent event = RouteEvent.newBuilder()
                .setWithdrawal(Withdrawal.getDefaultInstance())
                .setEpoch(7)
                .build();
        byte[] bytes = serde.serializer().serialize(Topics.ROUTES, event);
        assertThat(serde.deserializer().deserialize(Topics.ROUTES, bytes)).isEqualTo(event);
        assertThat(serde.serializer().serialize(Topics.ROUTES, null)).isNull();
        assertThat(serde.deserializer().deserialize(Topics.ROUTES, null)).isNull();
    }

    @Test
    void theErrorForAPoisonRecordNamesTheTopic() {
        assertThatThrownBy(() -> serde.deserializer().deserialize(Topics.ROUTES, new byte[] {(byte) 0xff}))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(Topics.ROUTES);
    }
}
