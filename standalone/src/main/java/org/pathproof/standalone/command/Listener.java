// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import org.pathproof.standalone.settings.SiteSettings;

/** A TCP listener of a site, with the option and the setting of its port. */
enum Listener {
    BMP("--bmp-port", "pathproof.collector.bmp-port", SiteOptions.BMP_PORT, true),
    HTTP("--http-port", "server.port", SiteOptions.HTTP_PORT, false),
    RTR("--rtr-port", "pathproof.policy-api.rtr-port", SiteOptions.RTR_PORT, true);

    private final String option;
    private final String setting;
    private final int defaultPort;
    private final boolean optional;

    Listener(String option, String setting, int defaultPort, boolean optional) {
        this.option = option;
        this.setting = setting;
        this.defaultPort = defaultPort;
        this.optional = optional;
    }

    String option() {
        return option;
    }

    String setting() {
        return setting;
    }

    int defaultPort() {
        return defaultPort;
    }

    /** Returns true if a site can do without the listener: the setting is {@link SiteSettings#NO_PORT}. */
    boolean isOptional() {
        return optional;
    }
}
