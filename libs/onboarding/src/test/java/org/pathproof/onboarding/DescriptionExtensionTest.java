// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.wire.NetworkText;

/** Tests the extension: readable and sealed descriptions, and hostile bytes. */
final class DescriptionExtensionTest {
    private static final int MUTATIONS = 4_000;
    private static final long SEED = 62;
    private static final byte[] PUBLIC_KEY = {1, 2, 3};
    private static final String FIRST = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String SECOND = "HxAREhMUFRYXGBkaGxwdHh8AAQIDBAUGBwgJCgsMDQ4=";

    @TempDir
    private Path folder;

    private SealingKeys keys = SealingKeys.NONE;

    @BeforeEach
    void createKeys() throws IOException {
        keys = keys("# current\n" + FIRST + "\n\n" + SECOND + "\n");
    }

    @Test
    void opensReadableAndSealedDescriptions() throws IOException {
        Reading described = new Reading.Described(Descriptions.FULL);
        assertThat(decode(DescriptionExtension.plain(Descriptions.FULL))).isEqualTo(described);
        byte[] sealed = DescriptionExtension.sealed(Descriptions.FULL, keys, PUBLIC_KEY);
        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("example");
        assertThat(decode(sealed)).isEqualTo(described);
        assertThat(sealed).isNotEqualTo(DescriptionExtension.sealed(Descriptions.FULL, keys, PUBLIC_KEY));
        assertThat(DescriptionExtension.decode(sealed, keys(SECOND + "\n" + FIRST), PUBLIC_KEY))
                .as("a key that is no longer the first")
                .isEqualTo(described);
    }

    @Test
    void aSealedDescriptionNeedsItsKeyAndItsCertificate() throws IOException {
        byte[] sealed = DescriptionExtension.sealed(Descriptions.FULL, keys, PUBLIC_KEY);
        assertThat(refusal(DescriptionExtension.decode(sealed, SealingKeys.NONE, PUBLIC_KEY)))
                .contains("no sealing key is configured");
        assertThat(refusal(DescriptionExtension.decode(sealed, keys(SECOND), PUBLIC_KEY)))
                .contains("no sealing key opens");
        assertThat(refusal(DescriptionExtension.decode(sealed, keys, new byte[] {1, 2, 4})))
                .contains("no sealing key opens");
    }

    @Test
    void refusesFilesWithoutKeysAndKeepsTheirContentSecret() {
        assertThatThrownBy(() -> keys("")).hasMessageContaining("not 0");
        assertThatThrownBy(() -> keys("# key\nsecretsecretsecret!"))
                .hasMessageContaining("line 2: expected 32 bytes")
                .message()
                .doesNotContain("secret");
        assertThat(keys.toString()).isEqualTo("SealingKeys[2]");
    }

    @Test
    void carriesTheLargestDescriptionAndNoLarger() {
        RouterDescription large = large(140);
        assertThat(decode(DescriptionExtension.plain(large))).isEqualTo(new Reading.Described(large));
        assertThat(decode(DescriptionExtension.sealed(large, keys, PUBLIC_KEY)))
                .isEqualTo(new Reading.Described(large));
        assertThatThrownBy(() -> DescriptionExtension.plain(large(250))).hasMessageContaining("more than 16384");
        assertThat(refusal(decode(new byte[1 << 20]))).contains("1048576 bytes");
    }

    /** Changes bytes, removes some and repeats some, in readable and sealed values. */
    @Test
    void everyMutatedExtensionIsReadOrRefusedWithAReason() {
        byte[][] originals = {
            DescriptionExtension.plain(Descriptions.FULL),
            DescriptionExtension.plain(RouterDescription.of("r1", 1)),
            DescriptionExtension.sealed(Descriptions.FULL, keys, PUBLIC_KEY)
        };
        SplittableRandom random = new SplittableRandom(SEED);
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = mutate(originals[i % originals.length], random);
            switch (decode(mutated)) {
                case Reading.Refused(String reason) -> {
                    refused++;
                    assertThat(reason).isNotBlank().hasSizeLessThan(NetworkText.MAX_DESCRIPTION * 2);
                    assertThat(NetworkText.clean(reason, reason.length())).isEqualTo(reason);
                }
                case Reading.Described(RouterDescription description) ->
                    assertThat(decode(DescriptionExtension.plain(description)))
                            .isEqualTo(new Reading.Described(description));
            }
        }
        assertThat(refused).isGreaterThan(MUTATIONS / 2);
    }

    private static byte[] mutate(byte[] original, SplittableRandom random) {
        byte[] bytes = original.clone();
        for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                default -> {
                    int from = Math.max(1, at);
                    byte[] cut = Arrays.copyOf(bytes, from);
                    bytes = random.nextBoolean() ? cut : concat(bytes, cut);
                }
            }
        }
        return bytes;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Returns a description with lists of so many entries, of about 100 bytes together. */
    private static RouterDescription large(int entries) {
        List<PeerSelector> peers = LongStream.range(0, entries)
                .mapToObj(i -> PeerSelector.parse("2001:db8:1111:2222:3333:4444:5555:%x".formatted(0x1000 + i)))
                .toList();
        Set<Long> members =
                LongStream.range(0, entries).mapToObj(i -> 4_200_000_000L + i).collect(Collectors.toSet());
        return new RouterDescription(
                "r1", 1, members, List.of(), List.of(), peers, Map.of(), Set.of(), peers, OptionalInt.empty());
    }

    private Reading decode(byte[] value) {
        return DescriptionExtension.decode(value, keys, PUBLIC_KEY);
    }

    private SealingKeys keys(String content) throws IOException {
        return SealingKeys.read(Files.writeString(folder.resolve("sealing.keys"), content));
    }

    private static String refusal(Reading reading) {
        return reading instanceof Reading.Refused(String reason) ? reason : "accepted: " + reading;
    }
}
