// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import java.util.Arrays;
import java.util.Optional;
import org.pathproof.wire.bmp.StatisticsReport.Stat;

/** The known statistics (RFC 7854 section 4.8, RFC 8671 section 6.2). Tools print these names in snake case. */
public enum StatisticType {
    REJECTED_BY_POLICY(0, Form.COUNTER),
    DUPLICATE_PREFIX_ADVERTISEMENTS(1, Form.COUNTER),
    DUPLICATE_WITHDRAWS(2, Form.COUNTER),
    CLUSTER_LIST_LOOP(3, Form.COUNTER),
    AS_PATH_LOOP(4, Form.COUNTER),
    ORIGINATOR_ID(5, Form.COUNTER),
    AS_CONFED_LOOP(6, Form.COUNTER),
    ADJ_RIB_IN_ROUTES(7, Form.GAUGE),
    LOC_RIB_ROUTES(8, Form.GAUGE),
    ADJ_RIB_IN_ROUTES_PER_FAMILY(9, Form.GAUGE_PER_FAMILY),
    LOC_RIB_ROUTES_PER_FAMILY(10, Form.GAUGE_PER_FAMILY),
    UPDATES_TREATED_AS_WITHDRAW(11, Form.COUNTER),
    PREFIXES_TREATED_AS_WITHDRAW(12, Form.COUNTER),
    DUPLICATE_UPDATES(13, Form.COUNTER),
    ADJ_RIB_OUT_PRE_ROUTES(14, Form.GAUGE),
    ADJ_RIB_OUT_POST_ROUTES(15, Form.GAUGE),
    ADJ_RIB_OUT_PRE_ROUTES_PER_FAMILY(16, Form.GAUGE_PER_FAMILY),
    ADJ_RIB_OUT_POST_ROUTES_PER_FAMILY(17, Form.GAUGE_PER_FAMILY);

    /** The layout of a statistic's value. */
    public enum Form {
        /** A counter of 32 bits. */
        COUNTER(4),
        /** A gauge of 64 bits. */
        GAUGE(8),
        /** AFI, SAFI, and a gauge of 64 bits. */
        GAUGE_PER_FAMILY(11);

        private final int bytes;

        Form(int bytes) {
            this.bytes = bytes;
        }
    }

    private static final StatisticType[] ALL = values();

    private final int code;
    private final Form form;

    StatisticType(int code, Form form) {
        this.code = code;
        this.form = form;
    }

    public int code() {
        return code;
    }

    public Form form() {
        return form;
    }

    /**
     * Returns the type of a statistic. Empty if it has no name, or if its value does not have the length of its form.
     */
    public static Optional<StatisticType> of(Stat stat) {
        return Arrays.stream(ALL)
                .filter(type -> type.code == stat.type()
                        && type.form.bytes == stat.value().length())
                .findAny();
    }
}
