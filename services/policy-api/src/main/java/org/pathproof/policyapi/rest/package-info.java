/**
 * The REST interface: controllers, the shapes of what they answer, and how a request is read.
 *
 * <p>One record a shape, with the names it has in JSON; the shapes are made here from the store's routes and know nothing of HTTP.
 * Controllers only read. Everything that is wrong with a request is said in a {@code application/problem+json} that names the parameter
 * (RFC 9457). The validity look-up answers as Routinator does; routes use gobmp's names.
 */
@NullMarked
package org.pathproof.policyapi.rest;

import org.jspecify.annotations.NullMarked;
