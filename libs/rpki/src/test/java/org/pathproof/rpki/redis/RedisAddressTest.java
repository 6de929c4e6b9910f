// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {
    @TempDir
    Path folder;

    @Test
    void aClusterHasSeveralServersWithTheSameUser() {
        RedisAddress address = RedisAddress.of("rediss-cluster://key-sync:a,b@h1.example:7000,[2001:db8::1]:7001,h3");
        assertThat(address.isCluster()).isTrue();
        List<RedisURI> servers = address.servers();
        assertThat(servers)
                .extracting(RedisAddress::name)
                .containsExactly("h1.example:7000", "[2001:db8::1]:7001", "h3:6379");
        assertThat(servers).allSatisfy(server -> {
            assertThat(server.isSsl()).isTrue();
            assertThat(server.getCredentialsProvider().resolveCredentials().block())
                    .extracting(credentials -> credentials.getUsername())
                    .isEqualTo("key-sync");
        });
        assertThat(RedisAddress.of("redis://h1:6379/1").isCluster()).isFalse();
    }

    @Test
    void aTextOfTheAddressHasNoPassword() {
        assertThat(RedisAddress.of("redis-cluster://key-sync:secret@h1,h2").toString())
                .contains("h1", "h2")
                .doesNotContain("secret");
        assertThat(RedisAddress.of("redis-sentinel://u:secret@h1:26379,h2:26379/0#one")
                        .toString())
                .contains("h1:26379", "h2:26379", "#one")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost:6379", "http://u:secret@localhost", "redis://", "redis-cluster://u:secret@h1,,h2"
            })
    void refusesOtherTextWithAMessageThatHasNoPassword(String uri) {
        assertThatThrownBy(() -> RedisAddress.of(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pathproof.redis.uri is no address of Redis")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aClusterHasOneDatabase() {
        assertThat(RedisAddress.of("redis-cluster://h1:7000/0").isCluster()).isTrue();
        assertThatThrownBy(() -> RedisAddress.of("redis-cluster://h1:7000,h2:7000/1"))
                .hasMessage("pathproof.redis.uri: a Redis Cluster has only the database 0");
    }

    @Test
    void refusesFilesThatCannotBeUsed() throws IOException {
        String empty = Files.writeString(folder.resolve("empty.pem"), "").toString();
        assertThatThrownBy(() -> RedisAddress.of("rediss://h1", "absent.pem", "", ""))
                .hasMessageContainingAll("pathproof.redis.tls: ", "absent.pem cannot be read");
        assertThatThrownBy(() -> RedisAddress.of("rediss://h1", empty, "", ""))
                .hasMessageContaining(empty + " has no certificate");
        assertThatThrownBy(() -> RedisAddress.of("rediss://h1", "", empty, ""))
                .hasMessageContaining("pathproof.redis.tls.certificate and pathproof.redis.tls.key belong together");
        assertThatThrownBy(() -> RedisAddress.of("redis-cluster://h1,h2", empty, "", ""))
                .hasMessageContaining("begin it with rediss://");
    }
}
