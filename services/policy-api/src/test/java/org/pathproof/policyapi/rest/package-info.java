/** Tests of the REST interface, most of them against a running server. */
@NullMarked
package org.pathproof.policyapi.rest;

import org.jspecify.annotations.NullMarked;
