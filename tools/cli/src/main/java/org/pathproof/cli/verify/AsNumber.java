// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.util.OptionalLong;
import org.pathproof.updates.AsNumbers;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts options that are AS numbers. */
public final class AsNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        OptionalLong asn = AsNumbers.parse(text);
        if (asn.isEmpty()) {
            throw new TypeConversionException("'" + text + "' is not an AS number (0 to " + AsNumbers.MAX + ")");
        }
        return asn.getAsLong();
    }
}
