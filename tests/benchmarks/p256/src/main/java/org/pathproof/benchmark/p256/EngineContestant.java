// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.pathproof.p256.BouncyCastleEngine;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.ParsedKey;
import org.pathproof.p256.SignatureBatch;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureForm;

/** An engine of {@code libs/p256}, with the same calls as in the validator. */
final class EngineContestant implements Contestant.InJvm {
    private final SignatureEngine engine;
    private final Workload workload;
    /** An array, because a list checks the type of each element, and so reads the key object too early. */
    private final P256PublicKey[] keys;

    private final Map<Integer, SignatureBatch[]> filled = new ConcurrentHashMap<>();

    /** @param keys keys of the workload, in its order */
    EngineContestant(SignatureEngine engine, Workload workload, List<P256PublicKey> keys) {
        this.engine = engine;
        this.workload = workload;
        this.keys = keys.toArray(P256PublicKey[]::new);
    }

    /** Returns the parsed keys of a workload. */
    static List<P256PublicKey> keys(Workload workload) {
        return IntStream.range(0, workload.keys())
                .mapToObj(i -> switch (P256PublicKey.parse(workload.spki(i))) {
                    case P256PublicKey key -> key;
                    case ParsedKey.Refused(String reason) ->
                        throw new IllegalStateException("a key of the workload " + reason);
                })
                .toList();
    }

    SignatureEngine engine() {
        return engine;
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public String version() {
        return "Pathproof";
    }

    @Override
    public boolean ours() {
        return true;
    }

    @Override
    public boolean batches() {
        return !(engine instanceof BouncyCastleEngine);
    }

    @Override
    public Task task(Job job, int batch, int start) {
        return switch (job) {
            case VERIFY -> new Verification(filled.computeIfAbsent(batch, this::fill), start / batch);
            case WHOLE_JOB -> new WholeJob(batch, start);
        };
    }

    /** Returns the workload as batches of one size, without an incomplete last batch. */
    private SignatureBatch[] fill(int size) {
        SignatureBatch[] batches = new SignatureBatch[workload.size() / size];
        for (int b = 0; b < batches.length; b++) {
            batches[b] = new SignatureBatch(size);
            for (int i = 0; i < size; i++) {
                Workload.SignatureCase signatureCase = workload.signatureCase(b * size + i);
                byte[] numbers = signatureCase.numbers();
                expectOk(batches[b].addP1363(
                        keys[signatureCase.key()], signatureCase.digest(), 0, numbers, 0, numbers.length));
            }
        }
        return batches;
    }

    private static void expectOk(SignatureForm form) {
        if (form != SignatureForm.OK) {
            throw new IllegalStateException("a signature of the workload " + form.description());
        }
    }

    private int verified(SignatureBatch batch, BitSet answers) {
        engine.verify(batch, answers);
        if (answers.cardinality() != batch.size()) {
            throw new IllegalStateException(name() + " verifies " + answers.cardinality() + " of " + batch.size()
                    + " signatures, all of which are valid");
        }
        return batch.size();
    }

    /** Verifies signatures that were parsed and hashed in advance. */
    private final class Verification implements Task {
        private final SignatureBatch[] batches;
        private final BitSet answers = new BitSet();
        private int at;

        Verification(SignatureBatch[] batches, int start) {
            this.batches = batches;
            at = start % batches.length;
        }

        @Override
        public int next() {
            SignatureBatch batch = batches[at];
            at = at + 1 == batches.length ? 0 : at + 1;
            return verified(batch, answers);
        }
    }

    /** Parses, hashes and verifies messages with signatures in DER. */
    private final class WholeJob implements Task {
        private final SignatureBatch batch;
        private final int size;
        private final BitSet answers = new BitSet();
        private int at;

        WholeJob(int size, int start) {
            this.size = size;
            batch = new SignatureBatch(size);
            at = start;
        }

        @Override
        public int next() {
            batch.clear();
            for (int i = 0; i < size; i++) {
                Workload.SignatureCase signatureCase = workload.signatureCase(at);
                at = at + 1 == workload.size() ? 0 : at + 1;
                byte[] message = signatureCase.message();
                byte[] der = signatureCase.der();
                expectOk(batch.addSignedDer(keys[signatureCase.key()], message, 0, message.length, der, 0, der.length));
            }
            return verified(batch, answers);
        }
    }
}
