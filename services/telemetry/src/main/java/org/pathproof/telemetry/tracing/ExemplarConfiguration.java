// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Passes the traces of {@link TracedMeasurement} to the metrics, if routes are traced. Services import this class; a
 * process with several services has it once.
 */
@Configuration(proxyBeanMethods = false)
public class ExemplarConfiguration {
    /** Without this bean, the registry of Prometheus samples no exemplars. */
    @Bean
    @Conditional(OnEndpoint.class)
    SpanContext exemplarContext() {
        return new MeasurementContext();
    }

    /** Matches if {@link TracingSettings#endpoint} is set. */
    static final class OnEndpoint implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return ExemplarEnvironment.isTraced(context.getEnvironment());
        }
    }

    /** All traces of routes are sampled, and their spans are exported anyway. */
    static final class MeasurementContext implements SpanContext {
        @Override
        public @Nullable String getCurrentTraceId() {
            TraceContext trace = TracedMeasurement.current();
            return trace == null ? null : trace.traceId();
        }

        @Override
        public @Nullable String getCurrentSpanId() {
            TraceContext trace = TracedMeasurement.current();
            return trace == null ? null : trace.spanId();
        }

        @Override
        public boolean isCurrentSpanSampled() {
            return TracedMeasurement.current() != null;
        }

        @Override
        public void markCurrentSpanAsExemplar() {
            // Every span of a trace is exported.
        }
    }
}
