// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.keysync.settings.SourceSettings;
import org.pathproof.keysync.transport.CheckedTransport;
import org.pathproof.keysync.transport.SshTransport;
import org.pathproof.keysync.transport.StreamTransport;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.RtrTransport;
import org.pathproof.rpki.rtr.TlsTransport;

/** Opens caches, files and URLs of the settings, each with its transport. */
public final class SourceOpener {
    private static final List<String> TLS_VERSIONS = List.of("TLSv1.3");

    private final KeySyncSettings settings;
    private final Clock clock;
    private final Runnable onChange;

    /** Creates an opener; sources call {@code onChange} on any thread after a change of their data. */
    public SourceOpener(KeySyncSettings settings, Clock clock, Runnable onChange) {
        this.settings = settings;
        this.clock = clock;
        this.onChange = onChange;
    }

    /** Opens a source of the settings. */
    public Source open(SourceSettings source) {
        if (!source.url().isEmpty()) {
            boolean own = !source.tls().equals(SourceSettings.Tls.NONE);
            return new UrlSource(
                    URI.create(source.url()),
                    new UrlSource.Limits(settings.urlMaxSize().toBytes(), settings.urlTimeout()),
                    settings.urlInterval(),
                    own ? source.tls().contexts() : null,
                    settings.bounds(),
                    clock,
                    onChange);
        }
        return source.cache().isEmpty()
                ? new FileSource(Path.of(source.file()), settings.poll(), settings.bounds(), clock)
                : new CacheSource(cacheSettings(source), onChange);
    }

    private RtrClientSettings cacheSettings(SourceSettings source) {
        RtrClientSettings plain = source.address();
        return plain.withVersions(settings.minVersion(), settings.maxVersion())
                .withBounds(settings.bounds())
                .withTransport(transport(source));
    }

    private static RtrTransport transport(SourceSettings source) {
        return switch (source.transport()) {
            case TCP ->
                source.tcp().equals(SourceSettings.Tcp.NONE)
                        ? RtrTransport.TCP
                        : StreamTransport.tcp(source.name(), source.tcp());
            case QUIC -> StreamTransport.quic(source.name(), source.tls().files());
            case TLS -> new CheckedTransport(source.name(), tls(source), source.tls());
            case SSH -> new SshTransport(source.ssh());
        };
    }

    private static RtrTransport tls(SourceSettings source) {
        String name = source.tls().serverName();
        TlsTransport tls = new TlsTransport(source.tls().contexts(), name.isEmpty() ? null : name, TLS_VERSIONS);
        return source.tcp().equals(SourceSettings.Tcp.NONE)
                ? tls
                : StreamTransport.tls(source.name(), tls, source.tcp());
    }
}
