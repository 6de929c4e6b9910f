// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.provenance;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Writes and reads the JSON form of a {@link SourcesReport}. Unknown members are skipped. */
public final class ReportJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ReportJson() {}

    public static byte[] encode(SourcesReport report) {
        return MAPPER.writeValueAsBytes(report);
    }

    /**
     * Reads a report.
     *
     * @throws IllegalArgumentException if the bytes are no report
     */
    public static SourcesReport decode(byte[] json) {
        try {
            return MAPPER.readValue(json, SourcesReport.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the report about RPKI sources cannot be read", e);
        }
    }
}
