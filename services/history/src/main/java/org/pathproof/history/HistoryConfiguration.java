// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history;

import io.micrometer.core.instrument.config.MeterFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.pathproof.access.EndpointTable;
import org.pathproof.contracts.metrics.DescribedMeters;
import org.pathproof.history.engine.Archive;
import org.pathproof.history.engine.Engine;
import org.pathproof.history.engine.ParquetWriter;
import org.pathproof.history.engine.SliceWriter;
import org.pathproof.history.engine.Upkeep;
import org.pathproof.history.engine.Verifier;
import org.pathproof.history.files.DataFolder;
import org.pathproof.history.health.HistoryHealth;
import org.pathproof.history.health.HistoryMetrics;
import org.pathproof.history.health.HistoryReadiness;
import org.pathproof.history.input.HistoryTopics;
import org.pathproof.history.input.HistoryWriter;
import org.pathproof.history.input.WriterStatus;
import org.pathproof.history.questions.QuestionRunner;
import org.pathproof.history.settings.HistorySettings;
import org.pathproof.history.web.HistoryController;
import org.pathproof.history.web.HistoryEndpoints;
import org.pathproof.history.web.HistoryProblems;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.telemetry.certificates.CertificateConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/** Declares all beans of the history. */
@Configuration(proxyBeanMethods = false)
@Import(CertificateConfiguration.class)
@EnableConfigurationProperties({HistorySettings.class, KafkaSettings.class})
public class HistoryConfiguration {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final Duration UPKEEP_INTERVAL = Duration.ofSeconds(10);

    @Bean
    static MeterFilter historyDescribedMeters() {
        return new DescribedMeters();
    }

    @Bean(destroyMethod = "close")
    DataFolder historyFolder(HistorySettings settings) throws IOException {
        return DataFolder.open(Path.of(settings.directory()));
    }

    @Bean
    Archive historyArchive(DataFolder folder) throws IOException {
        return new Archive(folder);
    }

    @Bean(destroyMethod = "close")
    Engine historyEngine(DataFolder folder, HistorySettings settings) throws SQLException {
        return Engine.open(folder.root(), folder.temporary(), settings.memory().toBytes(), settings.threads());
    }

    @Bean
    ParquetWriter historyParquetWriter(DataFolder folder) {
        return new ParquetWriter(folder);
    }

    @Bean
    Verifier historyVerifier(Archive archive) {
        return new Verifier(archive);
    }

    @Bean(destroyMethod = "close")
    SliceWriter historySliceWriter(Archive archive, ParquetWriter parquet, Engine engine) throws SQLException {
        return new SliceWriter(archive, parquet, engine);
    }

    @Bean
    WriterStatus historyWriterStatus() {
        return new WriterStatus();
    }

    @Bean
    HistoryWriter historyWriter(
            KafkaSettings kafka,
            Archive archive,
            Engine engine,
            SliceWriter slices,
            Verifier verifier,
            WriterStatus status,
            HistorySettings settings) {
        return new HistoryWriter(
                new HistoryTopics(kafka.client()),
                archive,
                engine,
                slices,
                verifier,
                status,
                new HistoryWriter.Limits(settings.sliceInterval(), settings.sliceRows()),
                CLOCK);
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    Upkeep historyUpkeep(Engine engine, Archive archive, ParquetWriter parquet, HistorySettings settings) {
        return new Upkeep(
                engine,
                archive,
                parquet,
                new Verifier(archive),
                new Upkeep.Limits(
                        UPKEEP_INTERVAL,
                        settings.snapshotInterval(),
                        settings.retention(),
                        settings.maxSize().toBytes()),
                CLOCK);
    }

    @Bean
    QuestionRunner historyQuestionRunner(Engine engine, Archive archive, HistorySettings settings) {
        return new QuestionRunner(engine, archive, settings.queryTimeout(), settings.maxQueries());
    }

    @Bean
    HistoryController historyController(
            QuestionRunner runner, WriterStatus status, HistorySettings settings, JsonMapper json) {
        return new HistoryController(
                runner, status, new HistoryController.Limits(settings.maxRows(), settings.maxPeriod()), json, CLOCK);
    }

    @Bean
    HistoryProblems historyProblems() {
        return new HistoryProblems();
    }

    @Bean
    EndpointTable historyEndpoints() {
        return HistoryEndpoints.TABLE;
    }

    /** Contributes the component {@code history} to the health endpoint. */
    @Bean
    HistoryHealth historyHealthIndicator(WriterStatus status, Upkeep upkeep, Archive archive) {
        return new HistoryHealth(status, upkeep, archive, CLOCK);
    }

    /** Reports the readiness of the service, as a health component with the name of this bean. */
    @Bean
    HistoryReadiness historyServingHealthIndicator(WriterStatus status) {
        return new HistoryReadiness(status);
    }

    @Bean
    HistoryMetrics historyMetrics(WriterStatus status, Archive archive, Engine engine, QuestionRunner runner) {
        return new HistoryMetrics(status, archive, engine, runner, CLOCK);
    }
}
