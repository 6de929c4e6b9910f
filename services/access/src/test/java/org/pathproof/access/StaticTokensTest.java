// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests static tokens and the checks of their settings. */
final class StaticTokensTest {
    private static final String HASH = ApiToken.hash("one");

    private static AccessSettings.Token token(String name, String hash) {
        return new AccessSettings.Token(name, hash, Role.READER);
    }

    @Test
    void tokensDiffer() {
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            tokens.add(ApiToken.create());
        }
        assertThat(tokens).hasSize(1_000).allMatch(token -> token.matches("pathproof_[\\w-]{43}"));
    }

    @Test
    void hashesWithSha256() {
        assertThat(ApiToken.hash("abc"))
                .isEqualTo("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void refusesSettingsThatNoTokenCouldMatch() {
        assertThatThrownBy(() -> new StaticTokens(List.of(token(" ", HASH)), ""))
                .hasMessage("pathproof.api.tokens[0].name is missing");
        assertThatThrownBy(() -> new StaticTokens(List.of(token("a", HASH), token("b", "pathproof_secret")), ""))
                .hasMessageStartingWith(
                        "pathproof.api.tokens[1].hash of b is not sha256: and 64 hexadecimal digits: ./pathproof token")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> new StaticTokens(List.of(token("a", HASH), token("a", ApiToken.hash("two"))), ""))
                .hasMessage("pathproof.api.tokens[1].name a occurs twice");
        assertThatThrownBy(() -> new StaticTokens(List.of(token("a", HASH), token("b", HASH)), ""))
                .hasMessage("pathproof.api.tokens[1].hash of b occurs twice");
    }
}
