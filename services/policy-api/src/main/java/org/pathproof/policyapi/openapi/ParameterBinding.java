// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import org.springframework.beans.propertyeditors.StringTrimmerEditor;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.servlet.support.ExtendedServletRequestDataBinder;

/** Rules of Spring's data binding for all controllers. */
@ControllerAdvice
public final class ParameterBinding {
    /**
     * Strips whitespace, and treats blank text as absent. Binds filters only to query parameters, because Spring would
     * also bind headers of the same names.
     */
    @InitBinder
    void init(WebDataBinder binder) {
        binder.registerCustomEditor(String.class, new StringTrimmerEditor(true));
        binder.setDeclarativeBinding(true);
        if (binder instanceof ExtendedServletRequestDataBinder servlet) {
            servlet.setHeaderPredicate(header -> false);
        }
    }
}
