// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.util.ObjectUtils;
import org.springframework.validation.Errors;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Describes errors of Spring's binding and validation. A description names the parameter, the value and the fault. */
final class BindingErrors {
    private BindingErrors() {}

    /** Describes a value that could not be converted to the type of its parameter. */
    static String describe(TypeMismatchException e) {
        return describe(
                e instanceof MethodArgumentTypeMismatchException argument
                        ? ParameterCheck.name(argument.getParameter())
                        : String.valueOf(e.getPropertyName()),
                e);
    }

    private static String describe(String name, TypeMismatchException e) {
        Object value = e.getValue();
        Throwable reason = null;
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ConversionFailedException failed) {
                value = failed.getValue(); // in a list, the wrong element
                reason = null;
            } else if (reason == null && cause instanceof IllegalArgumentException) {
                reason = cause;
            }
        }
        String text = text(value);
        // The value of {*prefix} in a path begins with a slash.
        String shown = e.getRequiredType() == PrefixWithLength.class && text.startsWith("/") ? text.substring(1) : text;
        return BadRequestException.message(name, shown, reason(e.getRequiredType(), reason));
    }

    private static String reason(@Nullable Class<?> type, @Nullable Throwable cause) {
        if (type == Boolean.class) {
            return "is neither true nor false";
        }
        return cause == null || cause instanceof NumberFormatException
                ? "is not a whole number"
                : String.valueOf(cause.getMessage());
    }

    private static String text(@Nullable Object value) {
        return value instanceof Object[] several
                ? String.join(",", Arrays.stream(several).map(String::valueOf).toList())
                : ObjectUtils.nullSafeToString(value);
    }

    /** Describes the first wrong parameter of a record of parameters. */
    static String describe(Errors errors) {
        List<FieldError> fields = errors.getFieldErrors();
        if (fields.isEmpty()) {
            return "the parameters are not valid";
        }
        FieldError field = fields.getFirst();
        return field.contains(TypeMismatchException.class)
                ? describe(field.getField(), field.unwrap(TypeMismatchException.class))
                : BadRequestException.message(
                        field.getField(), text(field.getRejectedValue()), String.valueOf(field.getDefaultMessage()));
    }

    /** Describes the first parameter that breaks a constraint. */
    static String describe(HandlerMethodValidationException e) {
        ParameterValidationResult result = e.getParameterValidationResults().getFirst();
        return result instanceof ParameterErrors errors
                ? describe(errors)
                : BadRequestException.message(
                        ParameterCheck.name(result.getMethodParameter()),
                        text(result.getArgument()),
                        String.valueOf(result.getResolvableErrors().getFirst().getDefaultMessage()));
    }
}
