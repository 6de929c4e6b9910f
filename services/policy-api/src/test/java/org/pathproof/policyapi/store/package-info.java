/** Tests of the store by itself. */
@NullMarked
package org.pathproof.policyapi.store;

import org.jspecify.annotations.NullMarked;
