// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a route has its verdict, hop by hop.
 *
 * @param route with the verdict in force
 * @param basis {@code judged-now} when the path was judged again for this answer, from the bytes that are kept, under the keys of now;
 *     {@code verdict} when the hops are those of the verdict, because a proved path keeps no bytes
 * @param state the result of judging now; of the verdict otherwise
 * @param summary one sentence
 * @param rpkiSerial of the RPKI set that was asked for keys
 * @param hops origin first, block by block
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExplanationJson(
        RouteJson route,
        String basis,
        String state,
        String summary,
        @JsonProperty("rpki_serial") @Nullable Long rpkiSerial,
        List<FindingJson> findings,
        List<ExplainedHop> hops) {
    /**
     * A hop, judged.
     *
     * @param hop 1 is the origin
     * @param block index of the Signature_Block
     * @param suite its algorithm suite
     * @param targetAs the AS that it signed to
     * @param digest what it signed, hashed with SHA-256, hexadecimal
     * @param result what became of the signature
     * @param keys how many router keys the RPKI holds now for this AS and SKI; absent while no set is known
     * @param explanation one sentence
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ExplainedHop(
            int hop,
            long asn,
            int pcount,
            int flags,
            @Nullable Integer block,
            @Nullable Integer suite,
            @Nullable String ski,
            @JsonProperty("target_as") @Nullable Long targetAs,
            @Nullable String digest,
            String result,
            @Nullable Integer keys,
            String explanation) {}
}
