// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the transactions that dead instances left open. Until such a transaction ends, readers of committed verdicts see nothing that comes
 * after it in its partitions; and a successor cannot restore the rows, nor begin with the routes, because it reads committed records, too.
 * The broker ends it after {@code transaction-timeout}, which has to be longer than a broker's own failure takes; we need not wait for that:
 * who is not in the group any more must not write any more.
 *
 * <p>Kafka Streams names both alike: the transactional id is the application id, the process id and a number; the client id of a member of
 * the group begins with the application id and the process id. An instance that was thrown out of the group though it lives is fenced
 * thereby, as it would be by its next commit: it notices, and joins again.
 */
final class OrphanedTransactions {
    private static final Logger log = LoggerFactory.getLogger(OrphanedTransactions.class);
    private static final int PATIENCE_SECONDS = 3;

    private final Admin admin;
    private final String applicationId;
    private final Pattern ofProcess;

    OrphanedTransactions(Admin admin, String applicationId) {
        this.admin = admin;
        this.applicationId = applicationId;
        this.ofProcess = Pattern.compile(
                Pattern.quote(applicationId) + "-(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})-.+");
    }

    /** Ends what is open of instances that are not in the group; the transactional ids. None when it cannot be told who is in it. */
    Set<String> end() throws InterruptedException {
        try {
            // In this order: who begins a transaction is in the group already.
            Set<String> open = open();
            if (open.isEmpty()) {
                return Set.of();
            }
            Optional<Set<String>> alive = members();
            Set<String> left = new TreeSet<>();
            for (String id : open) {
                Optional<String> process = process(id);
                if (process.isPresent() && alive.isPresent() && !alive.get().contains(process.get())) {
                    left.add(id);
                }
            }
            if (!left.isEmpty()) {
                await(admin.fenceProducers(left).all());
                log.info(
                        "Ended transactions that were left open by instances that are not in the group any more: {}",
                        left);
            }
            return left;
        } catch (ExecutionException | TimeoutException e) {
            log.info(
                    "Transactions that a dead instance left open may have to time out: {}",
                    String.valueOf(e.getCause() == null ? e : e.getCause()));
            return Set.of();
        }
    }

    private Set<String> open() throws InterruptedException, ExecutionException, TimeoutException {
        ListTransactionsOptions ongoing = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
        Map<Integer, KafkaFuture<Collection<TransactionListing>>> brokers =
                await(admin.listTransactions(ongoing).byBrokerId());
        Set<String> ids = new HashSet<>();
        for (KafkaFuture<Collection<TransactionListing>> broker : brokers.values()) {
            for (TransactionListing listing : await(broker)) {
                ids.add(listing.transactionalId());
            }
        }
        ids.removeIf(id -> process(id).isEmpty());
        return ids;
    }

    /** The process ids of the members of the group; empty when not all of them can be told, or there is none. */
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
        Matcher matcher = ofProcess.matcher(id);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static <T> T await(KafkaFuture<T> future)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
