// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.Parameters;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes, for OpenAPI, the filters that routes and events have in common. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Parameters({
    @Parameter(name = "prefix", in = ParameterIn.QUERY, description = "A prefix, such as 192.0.2.0/24"),
    @Parameter(name = "match", in = ParameterIn.QUERY, description = "exact, longest, covering or covered"),
    @Parameter(
            name = "state",
            in = ParameterIn.QUERY,
            description = "Path states: VALID, NOT_VALID, UNSIGNED, MALFORMED, UNVERIFIED"),
    @Parameter(
            name = "origin_state",
            in = ParameterIn.QUERY,
            description = "Origin states: valid, invalid, not-found, unverified"),
    @Parameter(name = "finding", in = ParameterIn.QUERY, description = "Rule names, such as signature-mismatch"),
    @Parameter(name = "router", in = ParameterIn.QUERY, description = "A router by hash, address or name"),
    @Parameter(name = "peer", in = ParameterIn.QUERY, description = "A peer by hash, address or AS (AS64496)"),
    @Parameter(name = "asn", in = ParameterIn.QUERY, description = "An AS anywhere in the path"),
    @Parameter(name = "origin_as", in = ParameterIn.QUERY, description = "The AS at the end of the path"),
    @Parameter(name = "view", in = ParameterIn.QUERY, description = "A RIB view, such as adj-rib-in-pre")
})
public @interface RouteFilters {}
