/** Tests against a running server, fed by a real Kafka. */
@NullMarked
package org.pathproof.policyapi;

import org.jspecify.annotations.NullMarked;
