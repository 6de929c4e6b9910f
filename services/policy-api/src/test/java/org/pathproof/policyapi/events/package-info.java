/** Tests against a running server. */
@NullMarked
package org.pathproof.policyapi.events;

import org.jspecify.annotations.NullMarked;
