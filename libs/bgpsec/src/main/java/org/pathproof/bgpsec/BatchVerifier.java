// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.ParsedKey;
import org.pathproof.p256.SignatureBatch;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureForm;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.PerRouterKey;

/**
 * Verifies suite 1 (ECDSA P-256 with SHA-256, RFC 8608 section 2) in batches with {@code libs/p256}. Verifies the
 * experimental suite, if supported, one signature at a time.
 *
 * <p>A public key is parsed at its first use. The parsed key is stored in its {@link RouterKey} object, so that no
 * search is needed, and is freed together with that object. Each thread reuses its own buffers.
 */
public final class BatchVerifier implements SignatureVerifier {
    private static final int INITIAL_BATCH_SIGNATURES = 512;

    private final SignatureEngine engine;
    private final AlgorithmSuites suites;
    private final Optional<EcdsaP384Suite> experimentalSuite;
    private final ThreadLocal<Workspace> workspaces = ThreadLocal.withInitial(Workspace::new);
    private final PerRouterKey<ParsedKey> parsedKeys = new PerRouterKey<>(ParsedKey.class, P256PublicKey::parse);

    /** The buffers of one thread. */
    private static final class Workspace {
        final SignatureBatch batch = new SignatureBatch(INITIAL_BATCH_SIGNATURES);
        final byte[] digest = new byte[EcdsaP256Suite.DIGEST_BYTES];
        final byte[] signature = new byte[EcdsaP256Suite.MAX_SIGNATURE_BYTES];
        int[] checkOfEntry = new int[INITIAL_BATCH_SIGNATURES];
    }

    public BatchVerifier(SignatureEngine engine) {
        this(engine, AlgorithmSuites.STANDARD);
    }

    public BatchVerifier(SignatureEngine engine, AlgorithmSuites suites) {
        this.engine = engine;
        this.suites = suites;
        experimentalSuite = suites.suites().stream()
                .filter(EcdsaP384Suite.class::isInstance)
                .map(EcdsaP384Suite.class::cast)
                .findFirst();
    }

    @Override
    public AlgorithmSuites suites() {
        return suites;
    }

    @Override
    public BitSet verify(List<SignatureCheck> checks) {
        Workspace workspace = workspaces.get();
        SignatureBatch batch = workspace.batch;
        batch.clear();
        if (workspace.checkOfEntry.length < checks.size()) {
            workspace.checkOfEntry = new int[checks.size()];
        }
        for (int i = 0; i < checks.size(); i++) {
            int at = batch.size();
            if (add(workspace, checks.get(i))) {
                workspace.checkOfEntry[at] = i;
            }
        }
        BitSet verified = engine.verify(batch);
        int added = batch.size();
        batch.clear(); // releases the keys to the garbage collector
        BitSet answers = added == checks.size() ? verified : spread(verified, workspace.checkOfEntry);
        experimentalSuite.ifPresent(suite -> verify(suite, checks, answers));
        return answers;
    }

    private static void verify(EcdsaP384Suite suite, List<SignatureCheck> checks, BitSet answers) {
        for (int i = 0; i < checks.size(); i++) {
            SignatureCheck check = checks.get(i);
            if (check.suite() == suite.id() && suite.verifies(check.key(), check.digest(), check.signature())) {
                answers.set(i);
            }
        }
    }

    /** Returns a set with bit {@code places[i]} for each bit {@code i} of {@code bits}. */
    private static BitSet spread(BitSet bits, int[] places) {
        BitSet spread = new BitSet();
        for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
            spread.set(places[i]);
        }
        return spread;
    }

    /**
     * Adds a check of suite 1 to the batch. Returns false for another suite, and for a malformed key, digest or
     * signature.
     */
    private boolean add(Workspace workspace, SignatureCheck check) {
        Bytes digest = check.digest();
        Bytes signature = check.signature();
        if (check.suite() != EcdsaP256Suite.ID
                || digest.length() != workspace.digest.length
                || signature.length() > workspace.signature.length
                || !(parsedKeys.of(check.key()) instanceof P256PublicKey key)) {
            return false;
        }
        digest.copyTo(workspace.digest, 0);
        signature.copyTo(workspace.signature, 0);
        return workspace.batch.addDer(key, workspace.digest, 0, workspace.signature, 0, signature.length())
                == SignatureForm.OK;
    }
}
