// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.pathproof.wire.srx.SrxError;
import org.pathproof.wire.srx.SrxPdu;

/** The session of one proxy (SRx section 6). Used only on the thread of its {@link UpdateMonitor}. */
final class ProxySession implements Subscriber {
    private final ProxyOutput output;
    private final Set<MonitoredUpdate> updates = new LinkedHashSet<>();
    private boolean open;
    private boolean ended;
    private long proxyId;
    private long routerAs;
    private Duration keepWindow = Duration.ZERO;

    ProxySession(ProxyOutput output) {
        this.output = output;
    }

    @Override
    public ProxyOutput output() {
        return output;
    }

    @Override
    public boolean isOpen() {
        return open && !ended;
    }

    boolean hasEnded() {
        return ended;
    }

    long proxyId() {
        return proxyId;
    }

    /** Updates that the proxy requested. */
    Set<MonitoredUpdate> updates() {
        return updates;
    }

    Duration keepWindow() {
        return keepWindow;
    }

    /** Returns the AS number of the router. */
    long routerAs() {
        return routerAs;
    }

    void begin(long id, long asn) {
        proxyId = id;
        routerAs = asn;
        open = true;
        output.send(new SrxPdu.HelloResponse(SrxPdu.VERSION, id));
        output.send(new SrxPdu.SyncRequest());
    }

    void onGoodbye(Duration keep) {
        keepWindow = keep;
        end("the proxy said goodbye");
    }

    /** Reports a fatal error, and ends the session (SRx section 5.21). */
    void fail(SrxError error, String why) {
        if (!ended) {
            output.send(new SrxPdu.ErrorReport(error));
            output.send(new SrxPdu.Goodbye(0));
            end(why);
        }
    }

    void end(String why) {
        if (!ended) {
            ended = true;
            output.close(why);
        }
    }
}
