/** Tests of the prefix sets: against a running server, and of the text of exports alone. */
@NullMarked
package org.pathproof.policyapi.export;

import org.jspecify.annotations.NullMarked;
