/** Tests of the store without Kafka and HTTP. */
@NullMarked
package org.pathproof.verdictstore.store;

import org.jspecify.annotations.NullMarked;
