// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

/** Labels of metrics, as Prometheus shows them. No label has IP prefixes as values. */
public final class MetricLabels {
    public static final String ROUTER = "router";
    public static final String PEER = "peer";
    public static final String CACHE = "cache";
    public static final String FINDING = "finding";
    public static final String STATE = "state";
    public static final String STATISTIC = "statistic";
    public static final String FAMILY = "family";
    public static final String TYPE = "type";
    public static final String VIEW = "view";
    public static final String LAYER = "layer";
    public static final String CODE = "code";
    public static final String REASON = "reason";
    public static final String CLIENT = "client";
    public static final String ENGINE = "engine";
    public static final String ASN = "asn";
    public static final String LIMIT = "limit";
    public static final String LISTENER = "listener";
    public static final String CHANGE = "change";
    public static final String VERSION = "version";
    public static final String JAVA = "java";
    public static final String SERVICE = "service";
    public static final String RESULT = "result";
    public static final String KIND = "kind";
    public static final String USE = "use";
    public static final String NAME = "name";
    public static final String FEED = "feed";
    public static final String PARTITION = "partition";

    private MetricLabels() {}
}
