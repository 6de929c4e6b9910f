// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;

/**
 * Validates requests in chunks. A chunk is divided into one share for each thread. A thread decodes its share, verifies
 * the signatures as one batch, and formats the responses. Thread-safe.
 */
public final class UpdateValidator {
    /** Minimum number of requests for which using another processor saves time. */
    private static final int MIN_SHARE_REQUESTS = 32;

    private final KeyLookup keys;
    private final SignatureVerifier verifier;
    private final PeerKind peer;
    private final boolean explain;
    private final int processors;

    /**
     * @param explain adds the signed bytes of each hop to the responses
     * @param processors maximum number of threads that share a chunk
     */
    public UpdateValidator(KeyLookup keys, SignatureVerifier verifier, PeerKind peer, boolean explain, int processors) {
        this.keys = keys;
        this.verifier = verifier;
        this.peer = peer;
        this.explain = explain;
        this.processors = processors;
    }

    /**
     * Decodes and validates requests in their order.
     *
     * @param format formats the responses of one share, in the thread that made them
     */
    public <T> List<T> validate(List<Supplier<Request>> requests, Function<List<Response>, T> format) {
        int shares = Math.clamp(requests.size() / MIN_SHARE_REQUESTS, 1, processors);
        IntStream indices = IntStream.range(0, shares);
        return (shares == 1 ? indices : indices.parallel())
                .mapToObj(i -> requests.subList(requests.size() * i / shares, requests.size() * (i + 1) / shares))
                .map(share -> format.apply(validateShare(share)))
                .toList();
    }

    private List<Response> validateShare(List<Supplier<Request>> requests) {
        List<DecodedRequest> decoded = new ArrayList<>(requests.size());
        List<PathValidator.Path> paths = new ArrayList<>(requests.size());
        for (Supplier<Request> request : requests) {
            for (DecodedRequest one : DecodedRequest.of(request.get(), peer)) {
                decoded.add(one);
                one.path().ifPresent(paths::add);
            }
        }
        Iterator<PathResult> results =
                PathValidator.validateAll(paths, keys, verifier, true).iterator();
        List<Response> responses = new ArrayList<>(decoded.size());
        for (DecodedRequest one : decoded) {
            responses.add(one.path().isPresent() ? one.response(results.next(), explain) : one.response());
        }
        return responses;
    }
}
