// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;

/** A provider of the Java Cryptography Architecture. The provider parses the keys. */
final class ProviderContestant implements Contestant.InJvm {
    private final String name;
    private final String version;
    private final Provider provider;
    private final Workload workload;
    private final PublicKey[] keys;

    /** @throws GeneralSecurityException if the provider has no ECDSA on P-256, or refuses the keys */
    ProviderContestant(String name, String version, Provider provider, Workload workload)
            throws GeneralSecurityException {
        this.name = name;
        this.version = version;
        this.provider = provider;
        this.workload = workload;
        KeyFactory factory = KeyFactory.getInstance("EC", provider);
        keys = new PublicKey[workload.keys()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = factory.generatePublic(new X509EncodedKeySpec(workload.spki(i)));
        }
        for (Job job : Job.values()) {
            Signature.getInstance(algorithm(job), provider);
        }
    }

    private static String algorithm(Job job) {
        return switch (job) {
            case VERIFY -> "NONEwithECDSA";
            case WHOLE_JOB -> "SHA256withECDSA";
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean ours() {
        return false;
    }

    @Override
    public boolean batches() {
        return false;
    }

    @Override
    public Task task(Job job, int batch, int start) {
        try {
            return new Verification(Signature.getInstance(algorithm(job), provider), job, start);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(name + " does not return " + algorithm(job) + " again", e);
        }
    }

    private final class Verification implements Task {
        private final Signature signature;
        private final Job job;
        private int at;

        Verification(Signature signature, Job job, int start) {
            this.signature = signature;
            this.job = job;
            at = start;
        }

        @Override
        public int next() {
            Workload.SignatureCase signatureCase = workload.signatureCase(at);
            at = at + 1 == workload.size() ? 0 : at + 1;
            try {
                signature.initVerify(keys[signatureCase.key()]);
                signature.update(job == Job.VERIFY ? signatureCase.digest() : signatureCase.message());
                if (signature.verify(signatureCase.der())) {
                    return 1;
                }
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(name + " cannot verify", e);
            }
            throw new IllegalStateException(name + " refuses a valid signature");
        }
    }
}
