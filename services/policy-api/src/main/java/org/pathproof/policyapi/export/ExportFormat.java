// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The configuration languages of exports. */
enum ExportFormat {
    FRR("frr", new FrrPrefixList()),
    BIRD("bird", new BirdPrefixSet()),
    OPENCONFIG("openconfig", new OpenConfigPolicy()),
    JUNOS("junos", new JunosPolicy()),
    IOS_XR("ios-xr", new IosXrPolicy()),
    SR_OS("sr-os", new SrOsPolicy());

    private final String label;
    private final ExportRenderer renderer;

    ExportFormat(String label, ExportRenderer renderer) {
        this.label = label;
        this.renderer = renderer;
    }

    /** Returns the name in requests. */
    String label() {
        return label;
    }

    ExportRenderer renderer() {
        return renderer;
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
