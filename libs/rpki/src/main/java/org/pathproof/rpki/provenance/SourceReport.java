// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.provenance;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One source of RPKI data.
 *
 * @param name address of a cache, path of a file, or router-certificates
 * @param kind rtr, file or certificates
 * @param group preference group; lower is more preferred
 * @param inUse true if the data in force have the data of this source
 * @param works true if the data is complete and current
 * @param problem current problem; null if there is none
 * @param held reason for which newer data is delayed; null if none is
 * @param since time of the first complete data
 * @param confirmed time at which the source last confirmed its data
 * @param expires time at which the data expires without another confirmation; null for never
 * @param serial serial of the data at the source
 * @param extra number of objects of the source that the data of the sources in use lack
 * @param missing number of objects of the data of the sources in use that the source lacks
 * @param differences the first of these objects
 * @param refused number of refused objects
 * @param refusals the first of them, with reasons
 * @param problems newest problems, the oldest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SourceReport(
        String name,
        String kind,
        int group,
        @JsonProperty("in_use") boolean inUse,
        boolean works,
        @Nullable String problem,
        @Nullable String held,
        @Nullable Instant since,
        @Nullable Instant confirmed,
        @Nullable Instant expires,
        long serial,
        @JsonProperty("router_keys") int routerKeys,
        int vrps,
        int aspas,
        int extra,
        int missing,
        List<SourceDifference> differences,
        int refused,
        List<RefusedObject> refusals,
        List<SourceProblem> problems) {}
