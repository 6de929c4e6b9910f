// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.srx;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.routerfeeds.runtime.FeedLatency;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.srx.SrxServer;
import org.pathproof.srx.SrxServerListener;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** The SRx server, if it is configured. A port that cannot be bound stops the start. */
final class SrxFeed implements SmartLifecycle, MeterBinder, HealthPart {
    private static final Logger log = LoggerFactory.getLogger(SrxFeed.class);

    private final SrxSettings settings;
    private final RpkiSource rpki;
    private final SignatureVerifier verifier;
    private final Counts counts;
    private volatile @Nullable SrxServer server;

    /** Counts the events of the server. */
    private static final class Counts implements SrxServerListener {
        private final LongAdder requests = new LongAdder();
        private final LongAdder validated = new LongAdder();
        private final LongAdder changes = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final FeedLatency latency;

        Counts(FeedLatency latency) {
            this.latency = latency;
        }

        @Override
        public void onRequests(int count) {
            requests.add(count);
        }

        @Override
        public void onValidation(int count) {
            validated.add(count);
        }

        @Override
        public void onChange(String proxy) {
            changes.increment();
        }

        @Override
        public void onResult(long nanos) {
            latency.recordResponse(nanos);
        }

        @Override
        public void onRefusal(String proxy) {
            refused.increment();
        }
    }

    SrxFeed(SrxSettings settings, RpkiSource rpki, SignatureVerifier verifier, FeedLatency latency) {
        this.settings = settings;
        this.rpki = rpki;
        this.verifier = verifier;
        this.counts = new Counts(latency);
    }

    @Override
    public void start() {
        if (!settings.isEnabled() || server != null) {
            return;
        }
        try {
            SrxServer started = new SrxServer(settings.toServerSettings(), rpki, verifier, counts).start();
            server = started;
            log.info("SRx server started: address={} port={}", settings.bind(), started.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public void stop() {
        SrxServer running = server;
        server = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /** Returns the bound port; -1 if there is no server. */
    int port() {
        SrxServer running = server;
        return running == null ? -1 : running.port();
    }

    @Override
    public String name() {
        return "srx";
    }

    @Override
    public Optional<PartHealth> health() {
        if (!settings.isEnabled()) {
            return Optional.empty();
        }
        SrxServer running = server;
        if (running == null) {
            return Optional.of(PartHealth.failing("the SRx server is not running"));
        }
        if (rpki.status().hasExpired(Instant.now())) {
            return Optional.of(PartHealth.failing("the RPKI data have expired, because no source has confirmed them;"
                    + " SRx routers get undefined results: see the sources of key-sync"));
        }
        if (proxies() >= settings.maxProxies()) {
            return Optional.of(PartHealth.failing("the SRx server has its " + settings.maxProxies()
                    + " connections and refuses further routers: raise pathproof.policy-api.srx.max-proxies"));
        }
        if (running.isFull()) {
            return Optional.of(PartHealth.failing("the SRx server holds its maximum of updates (" + updates() + " of "
                    + settings.maxUpdates() + ", each counts once for each KiB) and disconnects routers that"
                    + " have more: raise"
                    + " pathproof.policy-api.srx.max-updates"));
        }
        return Optional.of(PartHealth.ok(proxies() + " SRx routers with " + updates() + " updates on port " + port()));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(FeedMetricNames.SRX_PROXIES, this, SrxFeed::proxies).register(registry);
        Gauge.builder(FeedMetricNames.SRX_UPDATES, this, SrxFeed::updates).register(registry);
        FunctionCounter.builder(FeedMetricNames.SRX_REQUESTS, counts.requests, LongAdder::sum)
                .register(registry);
        FunctionCounter.builder(FeedMetricNames.SRX_VALIDATED, counts.validated, LongAdder::sum)
                .register(registry);
        FunctionCounter.builder(FeedMetricNames.SRX_CHANGES, counts.changes, LongAdder::sum)
                .register(registry);
        FunctionCounter.builder(FeedMetricNames.SRX_REFUSED, counts.refused, LongAdder::sum)
                .register(registry);
    }

    private int proxies() {
        SrxServer running = server;
        return running == null ? 0 : running.proxies();
    }

    private int updates() {
        SrxServer running = server;
        return running == null ? 0 : running.updates();
    }
}
