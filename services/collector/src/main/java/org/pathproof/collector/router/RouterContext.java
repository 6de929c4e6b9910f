// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a router's state that all its peers share: identity, rules, permission, output and metrics. Counts and
 * logs refused messages. Confined to the thread of the router.
 */
final class RouterContext {
    private static final Logger log = LoggerFactory.getLogger(RouterContext.class);
    /** Maximum number of different refusals of a router that are logged. */
    private static final int MAX_LOGGED_REFUSALS = 20;

    private final RouterIdentity identity;
    private final RouterRules rules;
    private final RouterOutput out;
    private final CollectorMetrics.OfRouter metrics;
    private final Permission permission;
    private final MemoryBudget backlogBudget;
    private final MemoryBudget heldBudget;
    private final OwnAs ownAs;
    private String instanceName = "";
    private String sysDescr = "";
    private String sysName = "";
    private final Set<String> refused = new HashSet<>();

    RouterContext(
            RouterIdentity identity,
            RouterRules rules,
            RouterOutput out,
            CollectorMetrics.OfRouter metrics,
            Permission permission,
            SessionQuota quota) {
        this.identity = identity;
        this.rules = rules;
        this.out = out;
        this.metrics = metrics;
        this.permission = permission;
        this.backlogBudget = quota.backlogBudget();
        this.heldBudget = quota.heldBudget();
        this.ownAs = new OwnAs(rules);
    }

    /** Returns the router's part of the memory for messages that arrived before their Peer Up. */
    MemoryBudget backlogBudget() {
        return backlogBudget;
    }

    /** Returns the router's part of the memory for paths that were mirrored with BGPsec_PATH. */
    MemoryBudget heldBudget() {
        return heldBudget;
    }

    /** Gives back the router's parts of memory and its place among the metrics. */
    void release() {
        backlogBudget.release();
        heldBudget.release();
        metrics.release();
    }

    RouterIdentity identity() {
        return identity;
    }

    Permission permission() {
        return permission;
    }

    /** Returns the text by which the router names its BGP instance, or empty. */
    String instanceName() {
        return instanceName;
    }

    /** Returns the router's description of itself, or empty. */
    String sysDescr() {
        return sysDescr;
    }

    /** Returns the router's name for itself, or empty. */
    String sysName() {
        return sysName;
    }

    /** Takes the router's text about itself. */
    void takeInitiation(Initiation initiation) {
        instanceName = initiation.instanceText();
        sysDescr = initiation.sysDescr().orElse("");
        sysName = initiation.sysName().orElse("");
    }

    /** Returns the own AS of the router. */
    OwnAs ownAs() {
        return ownAs;
    }

    RouterRules rules() {
        return rules;
    }

    RouterOutput out() {
        return out;
    }

    CollectorMetrics.OfRouter metrics() {
        return metrics;
    }

    /** Returns true if the router may report a view. Counts refusals, and logs the first refusal of each view. */
    boolean isAllowed(RibView view) {
        if (permission.allows(view)) {
            return true;
        }
        recordRefusal("view-not-allowed", "the view " + view);
        return false;
    }

    /** Counts a refusal, and logs it if its subject is new. */
    void recordRefusal(String reason, String what) {
        metrics.countIgnored(reason);
        if (refused.size() < MAX_LOGGED_REFUSALS && refused.add(what)) {
            log.warn(
                    getMarker("router-not-permitted"),
                    "message ignored, not permitted by pathproof.collector.routers or the router's certificate:"
                            + " router={} subject={}",
                    identity.label(),
                    what);
        }
    }

    /** Publishes undecodable bytes, and counts them. */
    void reject(String layer, @Nullable PerPeerHeader peer, WireError error, Bytes bytes, long nowMicros) {
        if (layer.equals("bmp")
                && refused.size() < MAX_LOGGED_REFUSALS
                && refused.add(error.where() + ' ' + error.code())) {
            log.warn(
                    getMarker("bmp-message-undecodable"),
                    "undecodable BMP message, kept in pathproof.rejects: router={} error={}",
                    identity.label(),
                    NetworkText.description(error.message()));
        }
        if (layer.equals("scheme")
                && refused.size() < MAX_LOGGED_REFUSALS
                && refused.add("scheme " + error.message())) {
            log.warn(
                    getMarker("scheme-attribute-unusable"),
                    "path attribute of a scheme is unusable, route kept as unsigned: router={} error={}",
                    identity.label(),
                    NetworkText.description(error.message()));
        }
        metrics.reject(layer, error.code().name());
        out.reject(Rejects.of(identity, layer, peer == null ? "" : peer.addressText(), error, bytes, nowMicros));
    }
}
