/**
 * The REST interface: controllers, the JSON shapes of their responses, and the parameters of requests.
 *
 * <p>Most shapes are records whose components are the JSON members. The shapes do not depend on HTTP. Controllers
 * read the store and never change it. Spring binds and validates parameters with the converters of
 * {@link org.pathproof.policyapi.openapi.ParameterConverters}. Every error is an {@code application/problem+json}
 * (RFC 9457). An error of a parameter names the parameter. The validity look-up has the format of Routinator. Routes
 * have the field names of gobmp.
 */
@NullMarked
package org.pathproof.policyapi.rest;

import org.jspecify.annotations.NullMarked;
