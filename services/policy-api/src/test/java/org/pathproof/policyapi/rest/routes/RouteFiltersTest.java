// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.policyapi.rest.ParameterText;
import org.pathproof.updates.filter.RouteFilter;
import org.springframework.web.bind.annotation.BindParam;

/** Compares the filters of REST and of the dashboard with {@link RouteFilter}, which the command line uses. */
class RouteFiltersTest {
    @Test
    void restHasTheFiltersOfTheCommandLineWithTheSameValues() {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        for (RouteFilter filter : RouteFilter.values()) {
            expected.put(filter.parameter(), filter.choices());
        }
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        parameters().forEach(each -> parameters.put(name(each), values(each.getParameterizedType())));
        assertThat(parameters).isEqualTo(expected);
    }

    @Test
    void filtersWithSeveralValuesAreSetsInRest() {
        Set<String> sets = parameters()
                .filter(parameter -> parameter.getType() == Set.class)
                .map(RouteFiltersTest::name)
                .collect(Collectors.toSet());
        assertThat(sets)
                .isEqualTo(Stream.of(RouteFilter.values())
                        .filter(RouteFilter::isRepeatable)
                        .map(RouteFilter::parameter)
                        .collect(Collectors.toSet()));
    }

    @Test
    void eachFilterOfThePageIsAFilterOfRest() throws IOException {
        String names = found(page("filters.js"), "const NAMES = \\[([^\\]]*)]");
        Set<String> parameters =
                Stream.of(RouteFilter.values()).map(RouteFilter::parameter).collect(Collectors.toSet());
        assertThat(all(names, "'(\\w+)'")).isNotEmpty().isSubsetOf(parameters);
    }

    @ParameterizedTest
    @CsvSource({"STATE", "ORIGIN_STATE", "ASPA_STATE", "VIEW"})
    void theListsOfThePageHaveAllValues(RouteFilter filter) throws IOException {
        String list = found(page("index.html"), "<select name=\"" + filter.parameter() + "\">(.*?)</select>");
        Set<String> options = new TreeSet<>();
        all(list, "<option value=\"([^\"]*)\"").forEach(value -> options.addAll(List.of(value.split(","))));
        all(list, "<option>([^<]*)").forEach(options::add);
        options.remove("");
        assertThat(options).containsExactlyInAnyOrderElementsOf(filter.choices());
    }

    @ParameterizedTest
    @CsvSource({"STATE, STATES", "ORIGIN_STATE, ORIGINS", "ASPA_STATE, ASPA_STATES"})
    void thePageHasWordsForEachState(RouteFilter filter, String constant) throws IOException {
        String entries = found(page("dom.js"), "export const " + constant + " = \\{(.*?)\\n};");
        assertThat(all(entries, "(?m)^ *'?([\\w-]+)'?: \\{")).containsExactlyInAnyOrderElementsOf(filter.choices());
    }

    /** Returns the parameters of the constructor, which have the names of REST as annotations. */
    private static Stream<Parameter> parameters() {
        return Arrays.stream(RouteFilters.class.getConstructors()[0].getParameters());
    }

    private static String name(Parameter parameter) {
        BindParam bound = parameter.getAnnotation(BindParam.class);
        return bound == null ? parameter.getName() : bound.value();
    }

    /** Returns the values of an enum, or of a set of an enum; empty for other types. */
    private static List<String> values(Type type) {
        Type each = type instanceof ParameterizedType set ? set.getActualTypeArguments()[0] : type;
        return each instanceof Class<?> known && known.isEnum() ? labels(known) : List.of();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the caller has checked the type
    private static List<String> labels(Class<?> type) {
        Stream<Enum<?>> constants = ParameterText.constants((Class) type);
        return constants.map(ParameterText::label).toList();
    }

    private static String page(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(RouteFiltersTest.class.getResourceAsStream("/static/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String found(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing matches " + pattern));
    }

    private static List<String> all(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .filter(Objects::nonNull)
                .toList();
    }
}
