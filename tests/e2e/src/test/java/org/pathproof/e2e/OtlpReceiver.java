// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A receiver of OTLP over HTTP: decodes spans in protobuf and keeps them by trace. */
final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, List<TracedSpan>> traces = new ConcurrentHashMap<>();

    /**
     * A received span.
     *
     * @param service {@code service.name} of its resource
     * @param parent id of the parent; empty for the first span of a trace
     */
    record TracedSpan(
            String service,
            String name,
            String id,
            String parent,
            long startNanos,
            long endNanos,
            Map<String, String> attributes,
            List<Span.Event> events) {
        static TracedSpan of(String service, Span span) {
            return new TracedSpan(
                    service,
                    span.getName(),
                    HexFormat.of().formatHex(span.getSpanId().toByteArray()),
                    HexFormat.of().formatHex(span.getParentSpanId().toByteArray()),
                    span.getStartTimeUnixNano(),
                    span.getEndTimeUnixNano(),
                    OtlpReceiver.attributes(span.getAttributesList()),
                    span.getEventsList());
        }
    }

    OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::receive);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the received spans of each trace. */
    Collection<List<TracedSpan>> traces() {
        return traces.values();
    }

    /** Returns true if a span of a trace was received. */
    boolean hasTrace(String id) {
        return traces.containsKey(id);
    }

    /** Returns the text of attributes by their names. */
    static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        attribute -> attribute.getValue().hasIntValue()
                                ? Long.toString(attribute.getValue().getIntValue())
                                : attribute.getValue().getStringValue()));
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
            request.getResourceSpansList().forEach(this::add);
            byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private void add(ResourceSpans resource) {
        String service = attributes(resource.getResource().getAttributesList()).getOrDefault("service.name", "");
        for (ScopeSpans scope : resource.getScopeSpansList()) {
            for (Span span : scope.getSpansList()) {
                traces.computeIfAbsent(
                                HexFormat.of().formatHex(span.getTraceId().toByteArray()),
                                _ -> new CopyOnWriteArrayList<>())
                        .add(TracedSpan.of(service, span));
            }
        }
    }

    /** Refuses all further connections. */
    void stop() {
        server.stop(0);
    }

    @Override
    public void close() {
        stop();
    }
}
