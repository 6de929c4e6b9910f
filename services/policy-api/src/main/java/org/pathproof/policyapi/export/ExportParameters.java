// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.policyapi.rest.ParameterDescriptions;
import org.pathproof.verdictstore.store.SessionSelector;
import org.springframework.web.bind.annotation.BindParam;

/**
 * The query parameters of an export.
 *
 * @param name name of the set, or the start of the names of several sets
 */
public record ExportParameters(
        @Parameter(description = ParameterDescriptions.ROUTER, example = "10.0.0.1") @Nullable
        SessionSelector router,

        @Parameter(
                description =
                        "A neighbor, by hash, address or AS number. If absent, the response has a set for each neighbor",
                example = "192.0.2.1")
        @Nullable
        SessionSelector neighbor,

        @Parameter(description = "A group of the policy of the feeds. Its rules select routers and prefixes")
        @Size(max = 255, message = "is longer than 255 characters")
        @Nullable
        String group,

        @Parameter(description = "The name of the set; PATHPROOF if absent")
        @Pattern(
                regexp = ConfigText.NAME,
                message = "is not a name (letters, digits and underscores, at most 48, not beginning with a digit)")
        @Nullable
        String name,

        @Parameter(description = "true adds the prefixes of MALFORMED paths. Not with group") @Nullable
        Boolean malformed,

        @Parameter(description = "The serial of an earlier response: the response is the change since then")
        @Pattern(regexp = "^[0-9a-f]{32}$", message = "is not a serial (32 hexadecimal digits)")
        @Nullable
        String since,

        @Parameter(
                name = "max_changes",
                description =
                        "Maximum number of added and removed prefixes. More than the setting needs the role operator")
        @BindParam("max_changes")
        @Min(value = 0, message = "is less than {value}")
        @Nullable
        Integer maxChanges,

        @Parameter(description = "true removes the limit of changes. Needs the role operator") @Nullable
        Boolean force,

        @Parameter(name = "dry_run", description = "true returns counts and lines of the change, as JSON")
        @BindParam("dry_run")
        @Nullable
        Boolean dryRun) {
    private static final String DEFAULT_NAME = "PATHPROOF";

    Selection selection(String format) {
        if (group != null && malformed != null) {
            throw new BadRequestException("parameter malformed cannot be used with group: the policy decides");
        }
        return new Selection(
                format, router, neighbor, group, name == null ? DEFAULT_NAME : name, Boolean.TRUE.equals(malformed));
    }

    boolean isForced() {
        return Boolean.TRUE.equals(force);
    }

    boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }
}
