// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.Parameters;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes, for OpenAPI, the address or prefix whose covering prefixes are wanted. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Parameters({
    @Parameter(
            name = "covering",
            in = ParameterIn.QUERY,
            required = true,
            description = "An address, such as 192.0.2.7, or a prefix",
            schema = @Schema(type = "string"))
})
@interface CoveringParameter {}
