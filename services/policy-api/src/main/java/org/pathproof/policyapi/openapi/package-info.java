/**
 * The query parameters of the REST interface. The parameters of an operation stand once, in its {@link
 * org.pathproof.policyapi.openapi.Accepts}: what is described as OpenAPI is what is accepted, for {@link
 * org.pathproof.policyapi.rest.ParameterCheck} refuses everything else, and {@link org.pathproof.policyapi.rest.ApiDescription} describes it.
 */
@NullMarked
package org.pathproof.policyapi.openapi;

import org.jspecify.annotations.NullMarked;
