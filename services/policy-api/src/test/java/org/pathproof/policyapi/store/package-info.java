/** Tests of the store alone. */
@NullMarked
package org.pathproof.policyapi.store;

import org.jspecify.annotations.NullMarked;
