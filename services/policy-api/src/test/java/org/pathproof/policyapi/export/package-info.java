/** Tests of the prefix sets against a running server. */
@NullMarked
package org.pathproof.policyapi.export;

import org.jspecify.annotations.NullMarked;
