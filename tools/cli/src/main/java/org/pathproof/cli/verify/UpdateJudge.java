// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.pathproof.bgpsec.Judgement;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;

/** Answers requests, many at a time: those of a chunk are shared out to the processors, and each share is one batch of signatures. */
final class UpdateJudge {
    /** Shares smaller than this gain nothing from another processor. */
    private static final int LEAST_SHARE = 32;

    private final KeyLookup keys;
    private final SignatureVerifier verifier;
    private final PeerKind peer;

    UpdateJudge(KeyLookup keys, SignatureVerifier verifier, PeerKind peer) {
        this.keys = keys;
        this.verifier = verifier;
        this.peer = peer;
    }

    /** The answers in the order of the requests. */
    List<Answer> answer(List<Request> requests) {
        int shares = Math.clamp(
                requests.size() / LEAST_SHARE, 1, Runtime.getRuntime().availableProcessors());
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(i -> requests.subList(requests.size() * i / shares, requests.size() * (i + 1) / shares))
                .flatMap(share -> answerShare(share).stream())
                .toList();
    }

    private List<Answer> answerShare(List<Request> requests) {
        List<Examined> examined =
                requests.stream().map(r -> Examined.of(r, peer)).toList();
        List<PathValidator.Path> paths =
                examined.stream().flatMap(e -> e.path().stream()).toList();
        List<Judgement> judgements = PathValidator.judgeAll(paths, keys, verifier, true);
        List<Answer> answers = new ArrayList<>(requests.size());
        int next = 0;
        for (Examined one : examined) {
            answers.add(one.path().isPresent() ? one.answer(judgements.get(next++)) : one.answer());
        }
        return answers;
    }
}
