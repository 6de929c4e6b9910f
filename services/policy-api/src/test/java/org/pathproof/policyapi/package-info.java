/** Tests of the policy API, most of them against a running server that reads from an embedded Kafka broker. */
@NullMarked
package org.pathproof.policyapi;

import org.jspecify.annotations.NullMarked;
