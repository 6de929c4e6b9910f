// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A part of the collector: a bean that holds one resource while it runs. {@link CollectorService} starts the parts in
 * the order of their phases. Spring does not start them, because a start is repeated until Kafka responds. Parts stop
 * in the opposite order.
 *
 * @param <T> the resource
 */
public abstract class CollectorPart<T extends AutoCloseable> implements SmartLifecycle {
    /**
     * Phase of the first part, above those of the web server, so that health is reported while parts start and stop.
     */
    private static final int FIRST_PHASE = Integer.MAX_VALUE - 100;

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final int phase;
    private volatile @Nullable T opened;
    private volatile boolean ready;
    private volatile Runnable restart = () -> {};

    /** @param order position of this part in the order of starts, from 0 */
    CollectorPart(int order) {
        phase = FIRST_PHASE + order;
    }

    /** Describes the resource for which the start waits, for health and logs. */
    abstract String waitsFor();

    /** Creates the resource, which {@link #stop} closes. */
    abstract T open() throws InterruptedException;

    /** Brings the resource into use. The resource is closed if this method throws. */
    void begin(T resource) throws InterruptedException {}

    /** @param restart stops all parts and starts them again, on another thread */
    final void onFailure(Runnable restart) {
        this.restart = restart;
    }

    /** Reports that the resource cannot continue. */
    final void restartAll() {
        restart.run();
    }

    /** Returns the resource while the part runs. */
    public final Optional<T> running() {
        return ready ? Optional.ofNullable(opened) : Optional.empty();
    }

    /** Returns the resource; throws IllegalStateException if the part does not run. */
    final T get() {
        return running().orElseThrow(() -> new IllegalStateException(getClass().getSimpleName() + " does not run"));
    }

    /** Starts the part. Throws IllegalStateException if the thread is interrupted, and keeps its interrupt status. */
    @Override
    public final void start() {
        try {
            T resource = open();
            opened = resource;
            begin(resource);
            ready = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + waitsFor(), e);
        }
    }

    @Override
    public final void stop() {
        ready = false;
        T resource = opened;
        opened = null;
        if (resource != null) {
            try {
                resource.close();
            } catch (Exception e) {
                log.warn(getMarker("collector-close-failed"), "closing failed: resource={}", waitsFor(), e);
            }
        }
    }

    @Override
    public final boolean isRunning() {
        return opened != null;
    }

    @Override
    public final int getPhase() {
        return phase;
    }

    /** Returns false: {@link CollectorService} starts the part. */
    @Override
    public final boolean isAutoStartup() {
        return false;
    }
}
