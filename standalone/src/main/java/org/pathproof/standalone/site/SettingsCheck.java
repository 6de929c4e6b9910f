// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import java.util.List;
import org.pathproof.access.AccessSettings;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.policyapi.PolicyApiHttpSettings;
import org.pathproof.policyapi.settings.PolicyApiSettings;
import org.pathproof.routerfeeds.rtr.RtrListenersSettings;
import org.pathproof.routerfeeds.settings.DerivedOriginSettings;
import org.pathproof.routerfeeds.settings.FeedSettings;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.routerfeeds.srx.SrxSettings;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.settings.PipelineSettings;
import org.pathproof.settings.RedisSettings;
import org.pathproof.settings.SchemeSettings;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.watch.DiskSettings;
import org.pathproof.telemetry.logs.LogSettings;
import org.pathproof.telemetry.tracing.TracingSettings;
import org.pathproof.validator.engine.EngineProperties;
import org.pathproof.validator.settings.ValidatorSettings;
import org.pathproof.verdictstore.VerdictStoreSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Reads the settings of all services before Redis and Kafka start, so that a wrong setting is refused at once and by
 * its name. The beans of the services read them again.
 */
final class SettingsCheck {
    /** All settings records of the services in this process. */
    static final List<Class<?>> RECORDS = List.of(
            AccessSettings.class,
            CertificateSettings.class,
            CollectorSettings.class,
            DerivedOriginSettings.class,
            DiskSettings.class,
            EngineProperties.class,
            FeedSettings.class,
            KafkaSettings.class,
            KeySyncSettings.class,
            LogSettings.class,
            PipelineSettings.class,
            PolicyApiHttpSettings.class,
            PolicyApiSettings.class,
            RedisSettings.class,
            RtrListenersSettings.class,
            RtrSettings.class,
            SchemeSettings.class,
            SrxSettings.class,
            TracingSettings.class,
            ValidatorSettings.class,
            VerdictStoreSettings.class,
            org.pathproof.policyapi.certificates.CertificateSettings.class);

    private SettingsCheck() {}

    /**
     * Checks the settings.
     *
     * @throws RuntimeException with the name of the setting, if one is wrong
     */
    static void check(ConfigurableEnvironment environment) {
        Binder binder = Binder.get(environment);
        RECORDS.forEach(type -> bind(binder, type));
        CollectorSettings collector = bind(binder, CollectorSettings.class);
        try {
            collector.rules();
            collector.targets();
            collector.access();
        } catch (IllegalArgumentException e) {
            throw new StartFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static <T> T bind(Binder binder, Class<T> type) {
        ConfigurationProperties annotation = type.getAnnotation(ConfigurationProperties.class);
        return binder.bindOrCreate(annotation.value(), Bindable.of(type));
    }
}
