// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import org.pathproof.wire.AsNumbers;
import org.pathproof.wire.InvalidTextException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts options that are AS numbers. */
public final class AsNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return AsNumbers.parse(text);
        } catch (InvalidTextException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
