/** Tests of the store without Kafka and HTTP. */
@NullMarked
package org.pathproof.policyapi.store;

import org.jspecify.annotations.NullMarked;
