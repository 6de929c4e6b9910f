// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names of the labels of a metric. A metric without this annotation has none. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Labels {
    String[] value();
}
