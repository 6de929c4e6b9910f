// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.ProviderException;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.conscrypt.Conscrypt;

/** The compared providers of the Java Cryptography Architecture. */
enum Providers {
    JDK("JDK"),
    BOUNCY_CASTLE("Bouncy Castle"),
    CORRETTO("Corretto"),
    CONSCRYPT("Conscrypt");

    private final String label;

    Providers(String label) {
        this.label = label;
    }

    private Provider provider() throws GeneralSecurityException {
        return switch (this) {
            case JDK -> KeyFactory.getInstance("EC").getProvider();
            case BOUNCY_CASTLE -> new BouncyCastleProvider();
            case CORRETTO -> {
                AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
                yield AmazonCorrettoCryptoProvider.INSTANCE;
            }
            case CONSCRYPT -> Conscrypt.newProvider();
        };
    }

    /**
     * Returns a contestant. Throws GeneralSecurityException, ProviderException or LinkageError if the provider does not
     * run on this machine.
     */
    private ProviderContestant contestant(Workload workload) throws GeneralSecurityException {
        Provider provider = provider();
        String version = switch (this) {
            case JDK -> Runtime.version().toString();
            case BOUNCY_CASTLE, CORRETTO -> provider.getVersionStr();
            case CONSCRYPT ->
                Conscrypt.version().major() + "." + Conscrypt.version().minor() + "."
                        + Conscrypt.version().patch();
        };
        return new ProviderContestant(label, provider.getName() + " " + version, provider, workload);
    }

    /**
     * Returns the providers that run on this machine.
     *
     * @param remarks receives a line for each provider that does not run
     */
    static List<ProviderContestant> contestants(Workload workload, List<String> remarks) {
        List<ProviderContestant> contestants = new ArrayList<>();
        for (Providers provider : values()) {
            try {
                contestants.add(provider.contestant(workload));
            } catch (GeneralSecurityException | ProviderException | LinkageError | IllegalStateException e) {
                remarks.add(provider.label + " does not run here: " + e);
            }
        }
        return contestants;
    }
}
