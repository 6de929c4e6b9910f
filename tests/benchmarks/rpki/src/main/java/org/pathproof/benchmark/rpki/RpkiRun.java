// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.redis.Lease;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiRepository;
import org.pathproof.wire.rpki.RouterKey;

/** One run with one Redis: the first set, loads in new processes, and changes of one key. */
final class RpkiRun {
    private static final Duration LEASE = Duration.ofHours(1);

    private final BenchmarkSet set;
    private final BenchmarkSet.Sizes sizes;
    private final int loads;
    private final Progress progress;

    RpkiRun(BenchmarkSet set, BenchmarkSet.Sizes sizes, int loads, Progress progress) {
        this.set = set;
        this.sizes = sizes;
        this.loads = loads;
        this.progress = progress;
    }

    Result measure(ProcessGroup processes, String name, String uri) throws IOException {
        try (RedisRpkiRepository repository = new RedisRpkiRepository(RedisAddress.of(uri))) {
            progress.print(name + ": writing " + set.snapshot().size() + " objects");
            Lease lease = repository.acquire("benchmark", LEASE).orElseThrow();
            long began = System.nanoTime();
            require(repository.publish(lease, set.snapshot(), null), RedisRpkiRepository.Outcome.PUBLISHED);
            final double written = (System.nanoTime() - began) / 1e6;
            progress.print(name + ": " + loads + " validators load the set, one after the other");
            List<ValidatorProcess.Load> loaded = new ArrayList<>();
            for (int i = 1; i < loads; i++) {
                try (ValidatorProcess validator = new ValidatorProcess(processes, uri)) {
                    loaded.add(load(validator));
                }
            }
            try (ValidatorProcess validator = new ValidatorProcess(processes, uri)) {
                loaded.add(load(validator));
                progress.print(name + ": " + (set.more().size() - 1) + " changes of one key");
                List<Double> changes = new ArrayList<>();
                List<Double> writes = new ArrayList<>();
                change(repository, lease, validator, 0, new ArrayList<>(), new ArrayList<>()); // warms up
                for (int i = 1; i < set.more().size(); i++) {
                    change(repository, lease, validator, i, changes, writes);
                }
                return new Result(name, written, loaded, changes, writes, validator.memory());
            }
        }
    }

    private ValidatorProcess.Load load(ValidatorProcess validator) throws IOException {
        ValidatorProcess.Load load = validator.awaitLoad();
        if (!load.sizes().equals(sizes)) {
            throw new IllegalStateException("the validator has " + load.sizes() + " instead of " + sizes);
        }
        return load;
    }

    /** Withdraws a key and announces another one. */
    private void change(
            RedisRpkiRepository repository,
            Lease lease,
            ValidatorProcess validator,
            int number,
            List<Double> changes,
            List<Double> writes)
            throws IOException {
        RpkiSnapshot before = (RpkiSnapshot) repository.published().orElseThrow();
        RouterKey old = before.allRouterKeys().get(number);
        RpkiSnapshot wanted = before.filtered(
                object -> !object.equals(old), List.of(set.more().get(number)));
        long began = System.nanoTime();
        require(repository.publish(lease, wanted, null), RedisRpkiRepository.Outcome.PUBLISHED);
        writes.add((System.nanoTime() - began) / 1e6);
        long arrived = validator.awaitChange(before.serial().next().toLong());
        changes.add((arrived - began) / 1e6);
    }

    private static void require(RedisRpkiRepository.Outcome outcome, RedisRpkiRepository.Outcome wanted) {
        if (outcome != wanted) {
            throw new IllegalStateException("the write has the outcome " + outcome);
        }
    }
}
