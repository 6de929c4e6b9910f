// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.harness.RouterAuthority.authority;
import static org.pathproof.harness.RouterAuthority.pem;
import static org.pathproof.harness.RouterAuthority.router;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.RouterAuthority;
import org.pathproof.wire.rpki.RouterKey;

/** Adds thousands of mutated certificates and CRLs to valid ones. The accepted keys must not change. */
class HostileCertificatesTest {
    private static final long SEED = 8209;
    private static final int MUTANTS = 4_000;
    private final Instant now = Instant.now();

    private final RouterAuthority anchor = RouterAuthority.anchor(authority("Lab", 64496, 64511));
    private final RouterAuthority middle = anchor.subordinate(authority("Middle", 64500, 64505));
    private final byte[] valid = middle.issue(router("valid", 64500));
    private final byte[] other = middle.issue(router("other", 64501, 64502));
    private final byte[] crl = middle.crl(now.minusSeconds(60), now.plusSeconds(86_400), 1, 2, 3);
    private final byte[] anchorCrl = anchor.crl(now.minusSeconds(60), now.plusSeconds(86_400));
    private final Random random = new Random(SEED);

    private static CertificateFile file(String name, byte[] content) {
        return CertificateFile.decode(name, content);
    }

    private RouterCertificates with(CertificateFile mutant) {
        List<CertificateFile> files = List.of(
                file("middle.cer", middle.certificate()),
                file("valid.cer", valid),
                file("middle.crl", crl),
                file("lab.crl", anchorCrl),
                mutant);
        return new RouterCertificateValidator(List.of(file("anchor.cer", anchor.certificate())), files, true).at(now);
    }

    private byte[] mutated(byte[] original) {
        byte[] bytes = original.clone();
        switch (random.nextInt(5)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            case 2 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 3 -> {
                int from = random.nextInt(bytes.length);
                int length = random.nextInt(Math.min(16, bytes.length - from) + 1);
                int to = random.nextInt(bytes.length - length + 1);
                System.arraycopy(original, from, bytes, to, length);
            }
            default -> {
                int at = random.nextInt(bytes.length);
                byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
                System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                longer[at] = (byte) random.nextInt(256);
                bytes = longer;
            }
        }
        return bytes;
    }

    @Test
    void mutatedCertificatesAreRefusedWithAReasonAndChangeNothing() {
        Set<RouterKey> expected = new HashSet<>(with(file("valid-2.cer", valid)).routerKeys());
        assertThat(expected).hasSize(1);
        for (int i = 0; i < MUTANTS; i++) {
            byte[] original = i % 3 == 0 ? middle.certificate() : i % 3 == 1 ? other : crl;
            byte[] mutant = mutated(original);
            while (Arrays.equals(mutant, original)) {
                mutant = mutated(original);
            }
            RouterCertificates result = with(file("mutant.cer", mutant));
            assertThat(new HashSet<>(result.routerKeys())).as("mutant %d", i).isEqualTo(expected);
            assertThat(result.refusals()).as("mutant %d", i).hasSize(1);
            RouterCertificates.Refusal refusal = result.refusals().getFirst();
            assertThat(refusal.file()).isEqualTo("mutant.cer");
            assertThat(refusal.reason()).as("mutant %d", i).isNotBlank().doesNotContain("null", "\n", "\u0000");
        }
    }

    /** After thousands of exceptions, Java throws a prepared one without message. */
    @Test
    void anExceptionWithoutMessageHasAReason() {
        assertThat(DerForm.fault(new ArrayIndexOutOfBoundsException())).isEqualTo("malformed structure");
        assertThat(DerForm.fault(new IllegalArgumentException("bad tag\n"))).doesNotContain("null", "\n");
    }

    @Test
    void mutatedPemGivesNoKeyThatIsNotInTheOriginal() {
        Set<RouterKey> possible = new HashSet<>(with(file("other.cer", other)).routerKeys());
        Set<RouterKey> expected = new HashSet<>(with(file("valid-2.cer", valid)).routerKeys());
        String original = pem("CERTIFICATE", other) + pem("X509 CRL", crl);
        for (int i = 0; i < 1_000; i++) {
            byte[] mutant = mutated(original.getBytes(StandardCharsets.US_ASCII));
            RouterCertificates result = with(file("mutant.pem", mutant));
            assertThat(possible).as("mutant %d", i).containsAll(result.routerKeys());
            assertThat(result.routerKeys()).as("mutant %d", i).containsAll(expected);
        }
    }

    @Test
    void deepNestingAndRandomBytesAreRefused() {
        byte[] nested = new byte[60_000];
        for (int i = 0; i < nested.length; i += 2) {
            nested[i] = 0x30;
            nested[i + 1] = (byte) 0x80;
        }
        assertThat(file("nested.cer", nested).refusals().toString()).contains("a length is indefinite");
        byte[] deep = new byte[0];
        for (int i = 0; i < 40; i++) {
            byte[] outer = new byte[deep.length + 2];
            outer[0] = 0x30;
            outer[1] = (byte) deep.length;
            System.arraycopy(deep, 0, outer, 2, deep.length);
            deep = outer;
        }
        assertThat(file("deep.cer", deep).refusals().toString()).contains("more than 32 elements are nested");
        for (int i = 0; i < MUTANTS; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            assertThat(file("random.cer", bytes).refusals()).hasSize(1);
        }
    }
}
