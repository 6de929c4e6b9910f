// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.Ports;
import org.pathproof.standalone.settings.OperatorSettings;
import org.pathproof.standalone.settings.SiteSettings;

/**
 * Selects the ports of a site. An option overrides the setting of the operator, which overrides the default. The
 * console reports an option that overrides a setting.
 */
final class PortChoice {
    private static final int MAX = 65_535;

    private final OperatorSettings settings;
    private final Console console;

    PortChoice(OperatorSettings settings, Console console) {
        this.settings = settings;
        this.console = console;
    }

    /**
     * Returns the port of a listener.
     *
     * @param option value of the listener's option; null without the option
     * @param address address of the listener, on which the port must be free
     * @throws StartFailure if the port is in use, or is no port
     */
    int required(Listener listener, @Nullable Integer option, InetAddress address) {
        return given(listener, option, address)
                .orElseGet(() -> unused(listener.defaultPort(), address, "choose another with " + listener.option()));
    }

    /** Returns the port of a listener as {@link #required} does. A free port replaces a default that is in use. */
    int flexible(Listener listener, @Nullable Integer option, InetAddress address) {
        return given(listener, option, address)
                .orElseGet(() -> unusedOrFree(listener.option(), listener.defaultPort(), address));
    }

    /** Returns a default port, or a free port if the default is in use. */
    int unusedOrFree(String option, int standard, InetAddress address) {
        if (Ports.isFree(address, standard)) {
            return standard;
        }
        int port = Ports.free();
        console.say("Port " + standard + " (" + option + ") is in use: using " + port + " instead.");
        return port;
    }

    /** Returns the port of the option or of the setting; empty if neither is given. */
    private Optional<Integer> given(Listener listener, @Nullable Integer option, InetAddress address) {
        Optional<Integer> configured = settings.text(listener.setting()).map(text -> configured(listener, text));
        if (option == null) {
            return configured.map(port -> port == SiteSettings.NO_PORT
                    ? port
                    : port == 0 ? Ports.free() : unused(port, address, "change " + listener.setting()));
        }
        if (option < 1 || option > MAX) {
            throw new StartFailure(listener.option() + " " + option + " is not a port (1.." + MAX + ")");
        }
        configured
                .filter(port -> !port.equals(option))
                .ifPresent(port -> console.say(listener.option() + " " + option + " overrides " + listener.setting()
                        + ": " + port + " of the configuration."));
        return Optional.of(unused(option, address, "choose another with " + listener.option()));
    }

    private static int configured(Listener listener, String text) {
        int lowest = listener.isOptional() ? SiteSettings.NO_PORT : 0;
        if (text.matches("-?\\d{1,5}")) {
            int port = Integer.parseInt(text);
            if (port >= lowest && port <= MAX) {
                return port;
            }
        }
        throw new StartFailure(listener.setting() + " \"" + text + "\" is not a port (" + lowest + ".." + MAX + ")");
    }

    private static int unused(int port, InetAddress address, String remedy) {
        if (!Ports.isFree(address, port)) {
            throw new StartFailure("port " + port + " is in use: " + remedy);
        }
        return port;
    }
}
