/**
 * The description of the REST interface as OpenAPI. springdoc finds the operations and the shapes of answers; {@link
 * org.pathproof.policyapi.openapi.ApiDescription} adds what it cannot see. The query parameters of an operation stand once, in its {@link
 * org.pathproof.policyapi.openapi.Accepts}: what is described is what is accepted, for {@link
 * org.pathproof.policyapi.openapi.ParameterCheck} refuses everything else.
 */
@NullMarked
package org.pathproof.policyapi.openapi;

import org.jspecify.annotations.NullMarked;
