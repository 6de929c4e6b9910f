// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The configuration languages of exports. */
enum ExportFormat {
    FRR("frr"),
    BIRD("bird"),
    OPENCONFIG("openconfig"),
    JUNOS("junos"),
    IOS_XR("ios-xr"),
    SR_OS("sr-os");

    private final String label;

    ExportFormat(String label) {
        this.label = label;
    }

    /** Returns the name in requests. */
    String label() {
        return label;
    }

    ExportRenderer renderer() {
        return switch (this) {
            case FRR -> new FrrPrefixList();
            case BIRD -> new BirdPrefixSet();
            case OPENCONFIG -> new OpenConfigPolicy();
            case JUNOS -> new JunosPolicy();
            case IOS_XR -> new IosXrPolicy();
            case SR_OS -> new SrOsPolicy();
        };
    }

    static Optional<ExportFormat> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label.equals(label))
                .findFirst();
    }

    static String labels() {
        return Arrays.stream(values()).map(ExportFormat::label).collect(Collectors.joining(", "));
    }
}
