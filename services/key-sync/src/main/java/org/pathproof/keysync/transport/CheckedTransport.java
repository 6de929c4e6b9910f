// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.settings.SourceSettings;
import org.pathproof.rpki.rtr.RtrTransport;
import org.pathproof.transport.FileWatch;
import org.pathproof.transport.tls.CertificateEnded;
import org.pathproof.transport.tls.RevocationLists;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS with a cache whose certificate is also checked while the connection is open. The connection closes when the
 * certificate expires, or within six seconds after the file of CRLs revokes it.
 */
public final class CheckedTransport implements RtrTransport {
    private static final Logger log = LoggerFactory.getLogger(CheckedTransport.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final String source;
    private final RtrTransport tls;
    private final SourceSettings.Tls settings;

    /**
     * Creates a transport.
     *
     * @param source name of the source in the log
     * @param tls transport whose links have sessions
     */
    public CheckedTransport(String source, RtrTransport tls, SourceSettings.Tls settings) {
        this.source = source;
        this.tls = tls;
        this.settings = settings;
    }

    @Override
    public Link connect(String host, int port, Duration timeout) throws IOException {
        Link link = tls.connect(host, port, timeout);
        try {
            CheckedLink checked = new CheckedLink(link);
            Thread.ofVirtual().name("rtr-certificate-" + source).start(checked::watch);
            return checked;
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private final class CheckedLink implements Link {
        private final Link link;
        private final List<X509Certificate> chain;
        private final CountDownLatch closed = new CountDownLatch(1);
        // Confined to the thread of the watch after the start.
        private final List<X509Certificate> authorities;
        private final @Nullable FileWatch file;
        private RevocationLists lists;
        private String unreadable = "";

        CheckedLink(Link link) throws IOException {
            this.link = link;
            this.chain = chain(link.session());
            this.file = settings.crl().isEmpty() ? null : new FileWatch(List.of(Path.of(settings.crl())), false);
            this.authorities = settings.contexts().authorities();
            this.lists = settings.lists();
        }

        private void watch() {
            try {
                Optional<CertificateEnded> end = ended();
                while (end.isEmpty()) {
                    if (closed.await(untilNextCheck(), TimeUnit.MILLISECONDS)) {
                        return;
                    }
                    end = ended();
                }
                log.warn(
                        getMarker("source-certificate-ended"),
                        "RPKI source: closing connection: source={} certificate=\"{}\" reason={} error=\"{}\"",
                        source,
                        chain.getFirst().getSubjectX500Principal(),
                        end.get().kind().label(),
                        end.get().why());
                link.close();
            } catch (InterruptedException | IOException e) {
                log.debug("the watch of a certificate ends: source={}", source, e);
            }
        }

        private long untilNextCheck() {
            Instant expiry = chain.getFirst().getNotAfter().toInstant();
            long left = Duration.between(Instant.now(), expiry).toMillis() + 1;
            return Math.max(1, Math.min(left, PERIOD.toMillis()));
        }

        private Optional<CertificateEnded> ended() {
            try {
                if (file != null && file.hasChanged()) {
                    lists = settings.lists();
                    unreadable = "";
                }
            } catch (IOException e) {
                file.lookAgain();
                String why = String.valueOf(e.getMessage());
                if (!unreadable.equals(why)) {
                    log.warn(
                            getMarker("source-crl-unreadable"),
                            "RPKI source: new CRLs unusable, old ones remain in use: source={} problem=\"{}\"",
                            source,
                            why);
                }
                unreadable = why;
            }
            return lists.ended(chain, authorities, Instant.now());
        }

        @Override
        public InputStream input() throws IOException {
            return link.input();
        }

        @Override
        public OutputStream output() throws IOException {
            return link.output();
        }

        @Override
        public void setReadTimeout(int millis) throws IOException {
            link.setReadTimeout(millis);
        }

        @Override
        public void close() throws IOException {
            closed.countDown();
            link.close();
        }
    }

    private static List<X509Certificate> chain(@Nullable SSLSession session) throws SSLPeerUnverifiedException {
        if (session == null) {
            throw new SSLPeerUnverifiedException("the cache has no certificate");
        }
        return Arrays.stream(session.getPeerCertificates())
                .map(X509Certificate.class::cast)
                .toList();
    }
}
