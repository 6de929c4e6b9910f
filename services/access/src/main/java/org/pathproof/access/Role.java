// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Role of a client. Each role includes the roles before it. */
public enum Role {
    /** Reads all data of the API, and metrics. */
    READER,
    /** Also starts work, such as the validation of a path. */
    OPERATOR,
    /** Also changes the data that routers receive, and uses all endpoints of Actuator. */
    ADMIN;

    private static final String PREFIX = "ROLE_";

    /** Returns the name in settings, claims and messages, such as {@code reader}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the role of a label; empty for other text. */
    static Optional<Role> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(role -> role.label().equals(label))
                .findFirst();
    }

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** Returns Spring's authorities of this role and of the roles that it includes. */
    public List<GrantedAuthority> authorities() {
        return Arrays.stream(values())
                .filter(this::includes)
                .<GrantedAuthority>map(role -> new SimpleGrantedAuthority(PREFIX + role.name()))
                .toList();
    }

    /** Returns the highest role of an authentication; empty if it has none. */
    static Optional<Role> of(Authentication authentication) {
        return Arrays.stream(values())
                .filter(role -> authentication.getAuthorities().stream()
                        .anyMatch(authority -> (PREFIX + role.name()).equals(authority.getAuthority())))
                .reduce((lower, higher) -> higher);
    }
}
