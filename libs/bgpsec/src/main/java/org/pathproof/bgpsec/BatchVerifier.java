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
 * The {@link SignatureVerifier} of the product: suite 1 (ECDSA P-256 with SHA-256, RFC 8608) on {@code libs/p256}, and the
 * experimental one, where it is supported, one by one.
 *
 * <p>A public key is parsed when it is first used, and kept as long as somebody else keeps its {@link RouterKey}: which key it is, is
 * told by the object, so that nobody's octets are hashed or compared for each signature, and the RPKI set in force bounds how many there
 * are. What takes a batch belongs to the thread and is used again.
 */
public final class BatchVerifier implements SignatureVerifier {
    private static final int USUAL_BATCH = 512;

    private final SignatureEngine engine;
    private final AlgorithmSuites suites;
    private final Optional<EcdsaP384Suite> experiment;
    private final ThreadLocal<Workspace> workspaces = ThreadLocal.withInitial(Workspace::new);
    private final PerRouterKey<ParsedKey> parsedKeys = new PerRouterKey<>(ParsedKey.class, ParsedKey::parse);

    /** What the questions of one batch become. */
    private static final class Workspace {
        final SignatureBatch batch = new SignatureBatch(USUAL_BATCH);
        final byte[] digest = new byte[EcdsaP256Suite.DIGEST_OCTETS];
        final byte[] signature = new byte[EcdsaP256Suite.SIGNATURE_OCTETS_AT_MOST];
        int[] askedBy = new int[USUAL_BATCH];
    }

    public BatchVerifier(SignatureEngine engine) {
        this(engine, AlgorithmSuites.STANDARD);
    }

    public BatchVerifier(SignatureEngine engine, AlgorithmSuites suites) {
        this.engine = engine;
        this.suites = suites;
        experiment = suites.suites().stream()
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
        if (workspace.askedBy.length < checks.size()) {
            workspace.askedBy = new int[checks.size()];
        }
        for (int i = 0; i < checks.size(); i++) {
            int at = batch.size();
            if (add(workspace, checks.get(i))) {
                workspace.askedBy[at] = i;
            }
        }
        BitSet verified = engine.verify(batch);
        int asked = batch.size();
        batch.clear(); // keeps no key alive
        BitSet answers = asked == checks.size() ? verified : spread(verified, workspace.askedBy);
        experiment.ifPresent(suite -> verify(suite, checks, answers));
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

    /** Bit {@code i} becomes bit {@code places[i]}. */
    private static BitSet spread(BitSet bits, int[] places) {
        BitSet spread = new BitSet();
        for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
            spread.set(places[i]);
        }
        return spread;
    }

    /** Whether the check can be asked at all; what is no key, no digest or no signature does not verify. */
    private boolean add(Workspace workspace, SignatureCheck check) {
        Bytes digest = check.digest();
        Bytes signature = check.signature();
        if (check.suite() != EcdsaP256Suite.ID
                || digest.length() != workspace.digest.length
                || signature.length() > workspace.signature.length
                || !(parsedKeys.of(check.key()) instanceof ParsedKey.Valid(P256PublicKey key))) {
            return false;
        }
        digest.copyTo(workspace.digest, 0);
        signature.copyTo(workspace.signature, 0);
        return workspace.batch.addDer(key, workspace.digest, 0, workspace.signature, 0, signature.length())
                == SignatureForm.OK;
    }
}
