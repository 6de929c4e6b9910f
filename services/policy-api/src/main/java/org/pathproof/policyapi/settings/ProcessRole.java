// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.settings;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** A job of a process of the policy API. A process has one job or both ({@value #SETTING}). */
public enum ProcessRole {
    /** REST, events, exports and pages. */
    API,
    /** Sessions with routers: BGP, RTR and SRx. */
    FEEDS;

    /** Name of the setting with the roles of a process. */
    public static final String SETTING = "pathproof.policy-api.roles";

    /** Returns the name of the role in the setting. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the roles of a process; all roles if the setting is absent.
     *
     * @throws InvalidRolesException if the setting has no role or an unknown one
     */
    public static Set<ProcessRole> of(Environment environment) {
        List<String> names = Binder.get(environment)
                .bind(SETTING, Bindable.listOf(String.class))
                .orElse(environment.containsProperty(SETTING) ? List.of() : List.of("api", "feeds"));
        if (names.isEmpty()) {
            throw new InvalidRolesException(SETTING + " is empty: set api, feeds, or api,feeds");
        }
        Set<ProcessRole> roles = EnumSet.noneOf(ProcessRole.class);
        names.forEach(name -> roles.add(parse(name)));
        return roles;
    }

    private static ProcessRole parse(String name) {
        for (ProcessRole role : values()) {
            if (role.label().equals(name.strip())) {
                return role;
            }
        }
        throw new InvalidRolesException(
                SETTING + " has the unknown role \"" + name + "\": set api, feeds, or api,feeds");
    }
}
