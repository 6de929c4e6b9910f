// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.pathproof.history.files.Dataset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DuckDB in this process, with a database in memory. It installs and loads no extensions from the network, reads and
 * writes only below the data folder, and its settings are locked. Thread-safe; each thread uses a connection of its
 * own.
 */
public final class Engine implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Engine.class);
    /** The driver unpacks its library under this name, and a killed process cannot delete it. */
    private static final String LIBRARY = "libduckdb_java";

    private static final Duration LIBRARY_AGE = Duration.ofMinutes(1);

    private final DuckDBConnection main;

    private Engine(DuckDBConnection main) {
        this.main = main;
    }

    /**
     * Opens the engine.
     *
     * @param folder the data folder
     * @param spill folder for intermediate results that exceed the memory
     * @param memoryBytes limit of the memory of all connections
     * @param threads number of threads of all queries together
     * @throws SQLException if DuckDB cannot be opened
     */
    public static Engine open(Path folder, Path spill, long memoryBytes, int threads) throws SQLException {
        deleteLeftLibraries();
        Properties settings = new Properties();
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("threads", Integer.toString(threads));
        settings.setProperty("memory_limit", memoryBytes + "B");
        settings.setProperty("temp_directory", spill.toString());
        settings.setProperty("preserve_insertion_order", "false");
        DuckDBConnection connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", settings);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET allowed_directories = [" + quote(folder.toString()) + "]");
            statement.execute("SET enable_external_access = false");
            for (Dataset dataset : Dataset.values()) {
                statement.execute("CREATE TABLE " + empty(dataset) + " (" + Columns.definition(dataset) + ")");
            }
            statement.execute("SET lock_configuration = true");
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return new Engine(connection);
    }

    private static void deleteLeftLibraries() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        Instant limit = Instant.now().minus(LIBRARY_AGE);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith(LIBRARY))
                    .toList()) {
                // A library that is in use stays mapped.
                if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            log.debug("libraries of former processes not deleted: folder={}", folder, e);
        }
    }

    /** Returns a new connection, which the caller closes. */
    public DuckDBConnection connect() throws SQLException {
        return main.duplicate();
    }

    /** Returns the name of an empty table with the columns of a kind of files. */
    static String empty(Dataset dataset) {
        return "empty_" + dataset.folder();
    }

    /** Returns a text as an SQL literal. */
    public static String quote(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /** Returns the expression that reads files of a kind; without files, an empty table. */
    public static String read(Dataset dataset, List<Path> files) {
        return files.isEmpty()
                ? empty(dataset)
                : "read_parquet(["
                        + String.join(
                                ", ",
                                files.stream()
                                        .map(file -> quote(file.toString()))
                                        .toList())
                        + "], hive_partitioning = false)";
    }

    /** Returns the memory that DuckDB uses, in bytes. */
    public long memoryBytes() throws SQLException {
        try (DuckDBConnection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT coalesce(sum(memory_usage_bytes), 0) FROM duckdb_memory()")) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    @Override
    public void close() throws SQLException {
        main.close();
    }
}
