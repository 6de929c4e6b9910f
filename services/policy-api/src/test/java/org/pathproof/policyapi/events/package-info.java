/** Tests of the event stream over HTTP, against a running server. */
@NullMarked
package org.pathproof.policyapi.events;

import org.jspecify.annotations.NullMarked;
