// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The query parameters of an operation. One without this annotation has none. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Accepts {
    /** Parameters that may be left out. */
    QueryParameter[] value() default {};

    /** Parameters that must be there. */
    QueryParameter[] required() default {};

    /** True when the filters of routes are parameters, too. */
    boolean filters() default false;
}
