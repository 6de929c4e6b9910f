// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.P256PublicKey;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;

/** Measures the engine of this machine and OpenSSL, with 1,000 keys, on one processor, within a minute. */
final class QuickRun {
    private static final int KEYS = 1000;
    private static final int BATCH = 512;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration TURN = Duration.ofMillis(150);
    private static final Duration TURNS = Duration.ofSeconds(15);
    private static final int MIN_ROUNDS = 3;

    private QuickRun() {}

    /**
     * The medians of a run.
     *
     * @param verifyPerS signatures per second, signature alone
     * @param wholeJobPerS signatures per second, with SHA-256 of about 200 bytes and DER
     * @param openSslVerifyPerS signatures per second of OpenSSL, signature alone; null without OpenSSL
     * @param ratio {@code verifyPerS} divided by the rate of OpenSSL just before and after; null without OpenSSL
     * @param wholeJobRatio {@code wholeJobPerS} divided by the rate of OpenSSL just before and after; null without
     *     OpenSSL
     */
    record Result(
            @JsonProperty("engine") String engine,
            @JsonProperty("verify_per_s") long verifyPerS,
            @JsonProperty("whole_job_per_s") long wholeJobPerS,
            @JsonProperty("openssl_verify_per_s") @Nullable Long openSslVerifyPerS,
            @JsonProperty("ratio") @Nullable Double ratio,
            @JsonProperty("whole_job_ratio") @Nullable Double wholeJobRatio,
            @JsonIgnore Rounds.Measured verify,
            @JsonIgnore Rounds.Measured wholeJob,
            @JsonIgnore String openSsl,
            @JsonIgnore Machine machine) {}

    /** @param notes receives remarks for the reader of the result */
    static Result run(Path cache, Path scratch, PrintWriter notes) throws IOException {
        Machine machine = Processors.machine(); // its load must not include this run
        SignatureEngine engine = SignatureEngines.select(EngineSettings.fromSystem());
        Workload workload = Workload.of(KEYS, cache);
        List<Integer> processors = Processors.ofCores();
        List<P256PublicKey> keys = EngineContestant.keys(workload);
        engine.prepare(keys);
        EngineContestant contestant = new EngineContestant(engine, workload, keys);
        Cell verify = new Cell(contestant, Job.VERIFY, BATCH, 1);
        Cell wholeJob = new Cell(contestant, Job.WHOLE_JOB, BATCH, 1);
        try (OpenSsl openSsl = OpenSsl.open(workload, scratch, processors);
                Turns turns = new Turns(workload, processors, 1)) {
            openSsl.remark().ifPresent(notes::println);
            turns.take(verify, WARM_UP);
            turns.take(wholeJob, WARM_UP);
            Optional<Contestant.OtherProcess> peer = openSsl.contestant();
            Rounds rounds = new Rounds(
                    turns,
                    peer.map(there -> new Cell(there, Job.VERIFY, 1, 1)).orElse(null),
                    List.of(verify, wholeJob),
                    TURN);
            rounds.run(System.nanoTime() + TURNS.toNanos(), MIN_ROUNDS);
            return result(engine.name(), machine, rounds, verify, wholeJob, peer);
        }
    }

    private static Result result(
            String engine,
            Machine machine,
            Rounds rounds,
            Cell verify,
            Cell wholeJob,
            Optional<Contestant.OtherProcess> peer) {
        Rounds.Measured first = rounds.of(verify);
        Rounds.Measured second = rounds.of(wholeJob);
        boolean compared = peer.isPresent();
        return new Result(
                engine,
                Math.round(Spread.of(first.rates()).median()),
                Math.round(Spread.of(second.rates()).median()),
                compared ? Math.round(Spread.of(rounds.referenceRates()).median()) : null,
                compared ? tenths(Spread.of(first.ratios()).median()) : null,
                compared ? tenths(Spread.of(second.ratios()).median()) : null,
                first,
                second,
                peer.map(Contestant::version).orElse("no OpenSSL"),
                machine);
    }

    private static double tenths(double value) {
        return Math.round(value * 10) / 10.0;
    }

    /** Prints the result as text. */
    static void print(Result result, PrintWriter out) {
        Machine machine = result.machine();
        out.printf(Locale.ROOT, "%s, %s, load %s%n", machine.processor(), machine.java(), machine.load());
        out.printf(
                Locale.ROOT,
                "engine %s, %,d keys in random order, batches of %d, one thread on one processor%n%n",
                result.engine(),
                KEYS,
                BATCH);
        out.printf("%-36s %12s %25s %10s%n", "", "median/s", "quartiles", "x OpenSSL");
        printLine(out, "signature alone", result.verify(), result.ratio());
        printLine(out, "whole job: DER, SHA-256, signature", result.wholeJob(), result.wholeJobRatio());
        if (result.openSslVerifyPerS() != null) {
            out.printf(Locale.ROOT, "%-36s %,12d%n", result.openSsl(), result.openSslVerifyPerS());
        }
        out.flush();
    }

    private static void printLine(PrintWriter out, String what, Rounds.Measured measured, @Nullable Double ratio) {
        Spread rates = Spread.of(measured.rates());
        String quartiles = String.format(Locale.ROOT, "%,.0f - %,.0f", rates.lower(), rates.upper());
        String compared = ratio == null ? "-" : String.format(Locale.ROOT, "%.1f", ratio);
        out.printf(Locale.ROOT, "%-36s %,12.0f %25s %10s%n", what, rates.median(), quartiles, compared);
    }
}
