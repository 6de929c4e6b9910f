// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;

/**
 * Converts a list parameter to a set. Spring accepts a list either separated by commas or repeated; this converter
 * accepts both forms together. Blank elements are ignored.
 */
public final class ListConverter implements GenericConverter {
    private final ConversionService elements;

    public ListConverter(ConversionService elements) {
        this.elements = elements;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Set.class), new ConvertiblePair(String[].class, Set.class));
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor sourceType, TypeDescriptor targetType) {
        if (source == null) {
            return null;
        }
        TypeDescriptor element = targetType.getElementTypeDescriptor();
        String values = source instanceof String[] several ? String.join(",", several) : (String) source;
        Set<@Nullable Object> set = new LinkedHashSet<>();
        for (String value : values.split(",", -1)) {
            if (!value.isBlank()) {
                set.add(
                        element == null
                                ? value.strip()
                                : elements.convert(value.strip(), TypeDescriptor.valueOf(String.class), element));
            }
        }
        return set;
    }
}
