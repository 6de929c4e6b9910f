// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import java.beans.PropertyEditorSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.rest.ParameterText;
import org.springframework.beans.propertyeditors.StringTrimmerEditor;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.servlet.support.ExtendedServletRequestDataBinder;

/** Rules of Spring's data binding for all controllers. */
@ControllerAdvice
public final class ParameterBinding {
    /**
     * Strips whitespace, and treats blank text as absent. Parses numbers by editors, because Spring tries its own
     * editors after a converter has failed; they accept signs and hexadecimal digits. Binds filters only to query
     * parameters, because Spring would also bind headers of the same names.
     */
    @InitBinder
    void init(WebDataBinder binder) {
        binder.registerCustomEditor(String.class, new StringTrimmerEditor(true));
        for (Class<?> type : new Class<?>[] {int.class, Integer.class}) {
            binder.registerCustomEditor(
                    type, new WholeNumberEditor(text -> (int) ParameterText.wholeNumber(text, Integer.MAX_VALUE)));
        }
        for (Class<?> type : new Class<?>[] {long.class, Long.class}) {
            binder.registerCustomEditor(
                    type, new WholeNumberEditor(text -> ParameterText.wholeNumber(text, Long.MAX_VALUE)));
        }
        binder.setDeclarativeBinding(true);
        if (binder instanceof ExtendedServletRequestDataBinder servlet) {
            servlet.setHeaderPredicate(header -> false);
        }
    }

    /** Parses whole numbers. */
    private static final class WholeNumberEditor extends PropertyEditorSupport {
        private final Function<String, Object> parser;

        WholeNumberEditor(Function<String, Object> parser) {
            this.parser = parser;
        }

        @Override
        public void setAsText(@Nullable String text) {
            setValue(text == null || text.isBlank() ? null : parser.apply(text.strip()));
        }
    }
}
