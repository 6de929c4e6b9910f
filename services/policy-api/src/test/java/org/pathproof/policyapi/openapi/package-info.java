/** Tests of the OpenAPI description with standard tools. */
@NullMarked
package org.pathproof.policyapi.openapi;

import org.jspecify.annotations.NullMarked;
