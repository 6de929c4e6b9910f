// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import io.netty.handler.codec.quic.QuicSslEngine;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Validates the certificates of peers by the JDK (RFC 5280 section 6), with revocation lists. QUIC reports a refusal as
 * a number to the peer alone, so this class keeps the reason for the log.
 */
public final class PeerTrust extends X509ExtendedTrustManager {
    private static final int MAX_CAUSES = 6;

    private final X509ExtendedTrustManager validation;
    private final Map<SSLEngine, String> refusals;

    /**
     * Creates a validation.
     *
     * @param authorities trusted authorities, at least one
     */
    public PeerTrust(Collection<X509Certificate> authorities, RevocationLists lists) {
        this(authorities, lists, noRefusals());
    }

    /** @param refusals receives the reasons of refused handshakes of QUIC; thread-safe */
    PeerTrust(Collection<X509Certificate> authorities, RevocationLists lists, Map<SSLEngine, String> refusals) {
        this.refusals = refusals;
        try {
            Set<TrustAnchor> anchors = authorities.stream()
                    .map(authority -> new TrustAnchor(authority, null))
                    .collect(Collectors.toSet());
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
            parameters.setRevocationEnabled(false); // the JDK refuses stale lists, and may fetch lists
            parameters.addCertPathChecker(lists.checker(authorities));
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(new CertPathTrustManagerParameters(parameters));
            validation = Arrays.stream(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .map(X509ExtendedTrustManager.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the JDK has no PKIX trust manager"));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("no authority: " + e.getMessage(), e);
        }
    }

    /** Returns an empty map for reasons, which drops engines that no longer exist. */
    static Map<SSLEngine, String> noRefusals() {
        return Collections.synchronizedMap(new WeakHashMap<>());
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        try {
            validation.checkClientTrusted(chain, type, engine);
        } catch (CertificateException e) {
            throw kept(e, engine);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        try {
            validation.checkServerTrusted(chain, type, engine);
        } catch (CertificateException e) {
            throw kept(e, engine);
        }
    }

    private CertificateException kept(CertificateException refusal, SSLEngine engine) {
        if (engine instanceof QuicSslEngine) {
            refusals.put(engine, reasons(refusal));
        }
        return refusal;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        validation.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        validation.checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        validation.checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        validation.checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return validation.getAcceptedIssuers();
    }

    /** Returns the messages of an error and its causes. The innermost one describes the failed validation. */
    public static String reasons(Throwable error) {
        List<String> reasons = new ArrayList<>();
        for (Throwable e = error; e != null && reasons.size() < MAX_CAUSES; e = e.getCause()) {
            String message = String.valueOf(e.getMessage());
            // The JDK repeats the message of the cause behind the name of its class.
            if (reasons.isEmpty() || !reasons.getLast().endsWith(message)) {
                reasons.add(message);
            }
        }
        return String.join(": ", reasons);
    }
}
