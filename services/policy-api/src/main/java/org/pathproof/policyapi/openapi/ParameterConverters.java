// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import io.swagger.v3.oas.models.media.StringSchema;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.rest.AsNumber;
import org.pathproof.policyapi.rest.ListConverter;
import org.pathproof.policyapi.rest.ParameterCheck;
import org.pathproof.policyapi.rest.ParameterText;
import org.pathproof.policyapi.rest.PrefixWithLength;
import org.pathproof.policyapi.rest.routes.RouteIds;
import org.pathproof.policyapi.rest.rpki.RpkiController;
import org.pathproof.verdictstore.input.Position;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.Match;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Registers the converters from the text of a parameter to its type, and the schemas of these types for OpenAPI. */
public final class ParameterConverters implements WebMvcConfigurer {
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new ParameterCheck());
    }

    @Override
    public void addFormatters(FormatterRegistry registry) {
        add(registry, Prefix.class, ParameterText::prefix);
        // The value of {*prefix} in a path begins with a slash.
        add(
                registry,
                PrefixWithLength.class,
                text -> new PrefixWithLength(
                        ParameterText.prefixWithLength(text.startsWith("/") ? text.substring(1) : text)));
        add(registry, AsNumber.class, text -> new AsNumber(ParameterText.asNumber(text)));
        add(registry, SessionSelector.class, SessionSelector::parse);
        add(registry, RouteKey.class, RouteIds::parse);
        add(registry, RouterKey.class, RpkiController::keyCursor);
        add(registry, Vrp.class, RpkiController::vrpCursor);
        add(
                registry,
                Position.class,
                text -> Position.parse(text)
                        .orElseThrow(() -> new IllegalArgumentException("is not an event id of this stream")));
        registry.addConverterFactory(new ConstantConverters());
        if (registry instanceof ConversionService conversions) {
            registry.addConverter(new ListConverter(conversions));
        }
    }

    private static <T> void add(FormatterRegistry registry, Class<T> type, Function<String, T> parser) {
        registry.addConverter(String.class, type, new TextConverter<>(parser));
    }

    /** Treats blank text as absent. */
    private record TextConverter<T>(Function<String, T> parser) implements Converter<String, @Nullable T> {
        @Override
        @SuppressWarnings("NullAway") // NullAway ignores the nullness of type arguments
        public @Nullable T convert(String text) {
            return text.isBlank() ? null : parser.apply(text.strip());
        }
    }

    /** Converts labels to constants. Replaces Spring's converters, which use the names of constants. */
    @SuppressWarnings("rawtypes") // Spring's own factory for enums has the same raw type
    private static final class ConstantConverters implements ConverterFactory<String, Enum> {
        @Override
        @SuppressWarnings("unchecked")
        public <T extends Enum> Converter<String, @Nullable T> getConverter(Class<T> type) {
            return new TextConverter<>(text -> (T) ParameterText.constant((Class) type, text));
        }
    }

    /** Registers the types of parameters as text in springdoc, for the whole process. */
    static void describe() {
        for (Class<?> type :
                new Class<?>[] {SessionSelector.class, RouteKey.class, RouterKey.class, Vrp.class, Position.class}) {
            registerText(type, new StringSchema());
        }
        registerText(Prefix.class, new StringSchema());
        registerText(PrefixWithLength.class, new StringSchema());
        StringSchema asNumber = new StringSchema();
        asNumber.setPattern(AsNumber.PATTERN);
        registerText(AsNumber.class, asNumber);
        registerConstants(Match.class);
        registerConstants(PathState.class);
        registerConstants(OriginVerdict.class);
        registerConstants(AspaVerdict.class);
        registerConstants(Rule.class);
        registerConstants(RibView.class);
        registerConstants(State.class);
    }

    private static <E extends Enum<E>> void registerConstants(Class<E> type) {
        StringSchema schema = new StringSchema();
        ParameterText.constants(type).map(ParameterText::label).forEach(schema::addEnumItem);
        registerText(type, schema);
    }

    private static void registerText(Class<?> type, StringSchema schema) {
        SpringDocUtils.getConfig().replaceWithSchema(type, schema).addSimpleTypesForParameterObject(type);
    }
}
