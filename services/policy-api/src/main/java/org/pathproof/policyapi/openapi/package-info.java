// SPDX-License-Identifier: Apache-2.0
/**
 * The description of the REST interface, and the conversion of query parameters.
 * {@link org.pathproof.policyapi.openapi.ParameterConverters} converts the text of each parameter to its type and
 * describes the type, {@link org.pathproof.policyapi.openapi.ParameterBinding} binds filters to query parameters
 * only, and {@link org.pathproof.policyapi.openapi.ApiDescription} adds roles, errors and examples to the OpenAPI
 * description.
 */
@NullMarked
package org.pathproof.policyapi.openapi;

import org.jspecify.annotations.NullMarked;
