// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts the transactions that dead instances left open. Readers of committed records cannot read past an open
 * transaction: they see no new verdicts, and a successor can neither restore rows nor read routes. The brokers abort
 * such a transaction only after {@code transaction-timeout}, which must exceed the duration of a broker failure.
 * Aborting earlier is safe, because producers that have left the group must be fenced.
 *
 * <p>A broker may hold the offsets of a dead instance as pending although their transaction has ended ({@link
 * PendingOffsets}). A rebalance that takes long ends these offsets, too.
 *
 * <p>A transactional id consists of the application id, the process id and a number. The client id of a group member
 * begins with the application id and the process id. So the member of each transaction is known. A live instance that
 * was removed from the group is fenced too; it detects this at its next commit, and joins again.
 */
final class OrphanedTransactions {
    private static final Logger log = LoggerFactory.getLogger(OrphanedTransactions.class);
    private static final int REQUEST_TIMEOUT_SECONDS = 3;
    private static final long INTERVAL_MS = 500;
    /** Number of intervals after which a rebalance takes long. Restores of many rows take longer than that, too. */
    private static final int LONG_REBALANCE = 10;

    private final Admin admin;
    private final String applicationId;
    private final Pattern processPattern;

    OrphanedTransactions(Admin admin, String applicationId) {
        this.admin = admin;
        this.applicationId = applicationId;
        this.processPattern = Pattern.compile(
                Pattern.quote(applicationId) + "-(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})-.+");
    }

    /**
     * Aborts orphaned transactions on a thread of its own while {@code rebalancing} is true and {@code stop}
     * is not 0, because this instance cannot read past them.
     *
     * @param client properties of Kafka clients, besides those of their kind
     */
    static void endWhile(
            BooleanSupplier rebalancing,
            CountDownLatch stop,
            Supplier<Admin> admins,
            Map<String, Object> client,
            String applicationId) {
        Thread.ofPlatform().name("orphaned-transactions").daemon().start(() -> {
            Admin admin = admins.get();
            try {
                OrphanedTransactions left = new OrphanedTransactions(admin, applicationId);
                int intervals = 0;
                do {
                    left.end();
                    if (++intervals == LONG_REBALANCE) {
                        left.endPendingOffsets(client);
                    }
                } while (!stop.await(INTERVAL_MS, TimeUnit.MILLISECONDS) && rebalancing.getAsBoolean());
            } catch (InterruptedException e) {
                log.debug("Interrupted because the validator stops", e);
            } catch (KafkaException e) {
                log.info(
                        "Orphaned transactions cannot be aborted, the brokers abort them after transaction-timeout: error={}",
                        e.toString());
            } finally {
                admin.close(Duration.ZERO);
            }
        });
    }

    /**
     * Aborts the open transactions of instances outside the group, and returns their ids; none when the members are
     * unknown.
     */
    Set<String> end() throws InterruptedException {
        try {
            Set<String> orphaned =
                    orphaned(new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)));
            if (!orphaned.isEmpty()) {
                await(admin.fenceProducers(orphaned).all());
                log.info("Aborted orphaned transactions: transactional_ids={}", orphaned);
            }
            return orphaned;
        } catch (ExecutionException | TimeoutException e) {
            log.info(
                    "Orphaned transactions cannot be aborted, the brokers abort them after transaction-timeout: error={}",
                    String.valueOf(e.getCause() == null ? e : e.getCause()));
            return Set.of();
        }
    }

    /**
     * Ends the pending offsets of instances outside the group, whether they have an open transaction or not; returns
     * the transactional ids of these instances.
     */
    Set<String> endPendingOffsets(Map<String, Object> client) throws InterruptedException {
        try {
            Set<String> orphaned = orphaned(new ListTransactionsOptions());
            for (String id : orphaned) {
                PendingOffsets.end(client, id, applicationId);
            }
            if (!orphaned.isEmpty()) {
                log.info("Ended offset commits of dead instances: transactional_ids={}", orphaned);
            }
            return orphaned;
        } catch (ExecutionException | TimeoutException e) {
            log.info(
                    "Offset commits of dead instances cannot be ended: error={}",
                    String.valueOf(e.getCause() == null ? e : e.getCause()));
            return Set.of();
        }
    }

    /** Returns the transactional ids of instances outside the group; none when the members are unknown. */
    private Set<String> orphaned(ListTransactionsOptions which)
            throws InterruptedException, ExecutionException, TimeoutException {
        // Transactions are read before members: an instance joins the group before it begins a transaction.
        Set<String> ids = list(which);
        if (ids.isEmpty()) {
            return Set.of();
        }
        Optional<Set<String>> alive = members();
        Set<String> orphaned = new TreeSet<>();
        for (String id : ids) {
            Optional<String> process = process(id);
            if (process.isPresent() && alive.isPresent() && !alive.get().contains(process.get())) {
                orphaned.add(id);
            }
        }
        return orphaned;
    }

    private Set<String> list(ListTransactionsOptions which)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<Integer, KafkaFuture<Collection<TransactionListing>>> brokers =
                await(admin.listTransactions(which).byBrokerId());
        Set<String> ids = new HashSet<>();
        for (KafkaFuture<Collection<TransactionListing>> broker : brokers.values()) {
            for (TransactionListing listing : await(broker)) {
                ids.add(listing.transactionalId());
            }
        }
        ids.removeIf(id -> process(id).isEmpty());
        return ids;
    }

    /** Returns the process ids of the group's members; empty when one of them is unknown, or there are no members. */
    private Optional<Set<String>> members() throws InterruptedException, ExecutionException, TimeoutException {
        ConsumerGroupDescription group =
                await(Objects.requireNonNull(admin.describeConsumerGroups(Set.of(applicationId))
                        .describedGroups()
                        .get(applicationId)));
        Set<String> processes = new HashSet<>();
        for (MemberDescription member : group.members()) {
            Optional<String> process = process(member.clientId());
            if (process.isEmpty()) {
                return Optional.empty();
            }
            processes.add(process.get());
        }
        return processes.isEmpty() ? Optional.empty() : Optional.of(processes);
    }

    private Optional<String> process(String id) {
        Matcher matcher = processPattern.matcher(id);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static <T> T await(KafkaFuture<T> future)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
