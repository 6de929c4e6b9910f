// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.updates.filter.RouteFilter;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Adds an option for each {@link RouteFilter} to a command. */
final class RouteFilterOptions implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec spec) {
        for (RouteFilter filter : RouteFilter.values()) {
            OptionSpec.Builder option = OptionSpec.builder(filter.option())
                    .paramLabel(filter.valueName())
                    .description(filter.description());
            spec.addOption(
                    filter.isRepeatable()
                            ? option.type(String[].class).splitRegex(",").build()
                            : option.type(String.class).build());
        }
        return spec;
    }

    /** Returns the parameters of REST for the options of a command that was parsed; null for absent options. */
    static Map<String, @Nullable String> parameters(CommandSpec spec) {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        for (RouteFilter filter : RouteFilter.values()) {
            Object value = spec.findOption(filter.option()).getValue();
            parameters.put(
                    filter.parameter(), value instanceof String[] several ? String.join(",", several) : (String) value);
        }
        return parameters;
    }
}
