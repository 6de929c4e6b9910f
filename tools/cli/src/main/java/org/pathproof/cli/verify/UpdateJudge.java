// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.pathproof.bgpsec.Judgement;
import org.pathproof.bgpsec.KeyLookup;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.cli.io.JsonLines;

/**
 * Answers requests. The processors share the requests of a call, and the signatures of each share are verified as one
 * batch.
 */
final class UpdateJudge {
    /** Minimum number of requests for which using another processor saves time. */
    private static final int MIN_SHARE_REQUESTS = 32;

    private final KeyLookup keys;
    private final SignatureVerifier verifier;
    private final PeerKind peer;
    private final boolean explain;

    /** @param explain adds the signed bytes of each hop, and the findings of blocks that a VALID path did not need */
    UpdateJudge(KeyLookup keys, SignatureVerifier verifier, PeerKind peer, boolean explain) {
        this.keys = keys;
        this.verifier = verifier;
        this.peer = peer;
        this.explain = explain;
    }

    /**
     * The answers to a share, in the order of its requests.
     *
     * @param lines lines in the format of {@link AnswerJson}
     */
    record Answers(String lines, Outcomes outcomes) {}

    /** Decodes requests, and returns their answers in the same order. */
    List<Answers> answer(List<Supplier<Request>> requests) {
        int shares = Math.clamp(
                requests.size() / MIN_SHARE_REQUESTS, 1, Runtime.getRuntime().availableProcessors());
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(i -> requests.subList(requests.size() * i / shares, requests.size() * (i + 1) / shares))
                .map(this::answerShare)
                .toList();
    }

    private Answers answerShare(List<Supplier<Request>> requests) {
        List<Examined> examined = new ArrayList<>(requests.size());
        List<PathValidator.Path> paths = new ArrayList<>(requests.size());
        for (Supplier<Request> request : requests) {
            for (Examined one : Examined.of(request.get(), peer)) {
                examined.add(one);
                one.path().ifPresent(paths::add);
            }
        }
        Iterator<Judgement> judgements =
                PathValidator.judgeAll(paths, keys, verifier, true).iterator();
        Outcomes outcomes = new Outcomes();
        StringWriter text = new StringWriter();
        try (JsonLines lines = new JsonLines(text)) {
            AnswerJson json = new AnswerJson(lines, explain);
            for (Examined one : examined) {
                Answer answer = one.path().isPresent() ? one.answer(judgements.next(), explain) : one.answer();
                json.write(answer);
                outcomes.add(answer);
            }
        }
        return new Answers(text.toString(), outcomes);
    }
}
