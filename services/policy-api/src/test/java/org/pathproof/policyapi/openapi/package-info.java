/** Tests of the description of the REST interface, with other people's tools. */
@NullMarked
package org.pathproof.policyapi.openapi;

import org.jspecify.annotations.NullMarked;
