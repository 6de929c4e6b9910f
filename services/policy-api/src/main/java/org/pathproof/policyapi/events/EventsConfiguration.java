// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.events;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.pathproof.access.ClientValidity;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.policyapi.rest.KnownSessions;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.verdictstore.input.KafkaTopics;
import org.pathproof.verdictstore.store.RouteTable;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import tools.jackson.databind.json.JsonMapper;

/** The event stream, with its metrics. */
@Configuration(proxyBeanMethods = false)
public class EventsConfiguration {
    @Bean
    EventHub policyApiEventHub(PolicyApiSettings settings) {
        return new EventHub(settings.eventRing(), settings.eventMemory().toBytes(), settings.eventQueue());
    }

    /** Ends streams before the web server waits for requests to end. */
    @Bean
    ApplicationListener<ContextClosedEvent> policyApiEndOfStreams(EventHub hub) {
        return event -> hub.close();
    }

    @Bean
    MeterBinder policyApiEventMetrics(EventHub hub) {
        return registry -> Gauge.builder(StoreMetricNames.EVENT_SUBSCRIBERS, hub, EventHub::subscribers)
                .register(registry);
    }

    @Bean
    EventsController policyApiEventsController(
            EventHub hub,
            KafkaTopics topics,
            RouteTable table,
            PolicyApiSettings settings,
            JsonMapper json,
            ClientValidity validity,
            KnownSessions known) {
        return new EventsController(hub, new Replay(topics, table), settings, json, validity, known);
    }
}
