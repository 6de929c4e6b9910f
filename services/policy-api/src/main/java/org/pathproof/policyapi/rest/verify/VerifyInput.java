// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.verify;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.web.RequestRefusedException;
import org.pathproof.updates.BatchLine;
import org.pathproof.updates.Request;
import org.pathproof.updates.UpdateMessages;
import org.pathproof.wire.Bytes;

/**
 * Reads the updates in the body of a request.
 *
 * @param targetAs AS of the receiving router, for updates that do not name a target AS
 * @param peerAs AS of the sending router, for updates that do not name a peer AS
 * @param maxUpdates maximum number of updates
 */
record VerifyInput(OptionalLong targetAs, OptionalLong peerAs, int maxUpdates) {
    /**
     * Reads consecutive BGP messages, binary or hexadecimal.
     *
     * @throws BadRequestException if there is no target AS, or if the body is not a sequence of BGP messages with an
     *     UPDATE
     */
    List<Supplier<Request>> ofMessages(byte[] body) {
        if (targetAs.isEmpty()) {
            throw new BadRequestException("parameter target_as is missing: the last hop signed to that AS");
        }
        return switch (UpdateMessages.of(Bytes.wrap(body))) {
            case UpdateMessages.Refused(String error) -> throw new BadRequestException("the body: " + error);
            case UpdateMessages.Found(List<Bytes> updates) -> {
                check(updates.size());
                List<Supplier<Request>> requests = new ArrayList<>();
                for (int i = 0; i < updates.size(); i++) {
                    Request request = new Request.Message(
                            Request.Id.of(updates.size() == 1 ? "body" : "body#" + (i + 1)),
                            updates.get(i),
                            targetAs,
                            peerAs);
                    requests.add(() -> request);
                }
                yield requests;
            }
        };
    }

    /**
     * Reads one update from each line that is not blank. A line without an update gets a response that describes the
     * error.
     */
    List<Supplier<Request>> ofLines(String body) {
        List<Supplier<Request>> requests = new ArrayList<>();
        Iterator<String> lines = body.lines().iterator();
        for (long i = 1; lines.hasNext(); i++) {
            String line = lines.next();
            long number = i;
            if (!line.isBlank()) {
                requests.add(() -> BatchLine.read(line, number, targetAs, peerAs));
                check(requests.size());
            }
        }
        return requests;
    }

    private void check(int updates) {
        if (updates > maxUpdates) {
            throw RequestRefusedException.tooLarge(
                    "the body has more than " + maxUpdates + " updates (pathproof.policy-api.max-verify)");
        }
    }
}
