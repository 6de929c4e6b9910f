// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.pathproof.access.http.RequestedPath;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathState;
import org.pathproof.collector.openbmp.OpenBmpReader;
import org.pathproof.contracts.RecordFormat;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.SessionOrBuilder;
import org.pathproof.routes.ContractTypes;
import org.pathproof.wire.bmp.RibView;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Rules that several services apply are defined in one module (docs/adr/0014). */
@AnalyzeClasses(packages = "org.pathproof", importOptions = DoNotIncludeTests.class)
final class OwnersTest {
    private static final String ROUTES = "org.pathproof.routes..";
    private static final String GENERATED = "org.pathproof.contracts.v1..";

    @ArchTest
    static final ArchRule onlyRoutesReadsDeadBefore = noClasses()
            .that()
            .resideOutsideOfPackages(ROUTES, GENERATED)
            .should()
            .callMethod(Session.class, "getDeadBefore")
            .orShould()
            .callMethod(Session.Builder.class, "getDeadBefore")
            .orShould()
            .callMethod(SessionOrBuilder.class, "getDeadBefore")
            .because("RouteLife defines which routes are alive");

    @ArchTest
    static final ArchRule onlyRoutesBuildsFindings = noClasses()
            .that()
            .resideOutsideOfPackages(ROUTES, GENERATED)
            .should()
            .callMethodWhere(target(owner(type(Finding.class))).and(target(name("newBuilder"))))
            .because("ContractTypes converts findings");

    @ArchTest
    static final ArchRule onlyRoutesBuildsPathContextsOfAnnouncements = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.pathproof.collector..",
                    "org.pathproof.validator..",
                    "org.pathproof.verdictstore..",
                    "org.pathproof.routerfeeds..",
                    "org.pathproof.policyapi..",
                    "org.pathproof.history..")
            .should()
            .callConstructorWhere(target(owner(type(PathContext.class))))
            .because("PathContexts builds the context of an announcement");

    @ArchTest
    static final ArchRule onlyRoutesConvertsEnums =
            classes().that().resideOutsideOfPackages(ROUTES, GENERATED).should(convertNoEnums());

    @ArchTest
    static void theRuleAboutEnumsFindsEachPair(JavaClasses all) {
        assertThat(classes()
                        .that()
                        .haveFullyQualifiedName(ContractTypes.class.getName())
                        .should(convertNoEnums())
                        .evaluate(all)
                        .getFailureReport()
                        .getDetails())
                .hasSize(PAIRS.size());
    }

    /** The topics of OpenBMP have formats of their own. */
    @ArchTest
    static final ArchRule readersRefuseRecordsOfLaterFormats = classes()
            .that()
            .resideInAnyPackage(
                    "org.pathproof.collector..",
                    "org.pathproof.validator..",
                    "org.pathproof.verdictstore..",
                    "org.pathproof.routerfeeds..",
                    "org.pathproof.policyapi..",
                    "org.pathproof.history..")
            .and(describe(
                    "create a consumer",
                    reader -> reader.getConstructorCallsFromSelf().stream()
                            .anyMatch(call -> call.getTargetOwner().isEquivalentTo(KafkaConsumer.class))))
            .and()
            .areNotAssignableTo(OpenBmpReader.class)
            .and()
            .areNotAnonymousClasses() // the enclosing class passes the deserializers
            .should()
            .callMethod(RecordFormat.class, "keyDeserializer");

    private static final Set<String> TEXTS_OF_THE_PATH =
            Set.of("getRequestURI", "getRequestURL", "getServletPath", "getPathInfo", "getPathTranslated");

    /** One endpoint has many texts. Filters that compare texts are bypassed by an encoded letter. */
    @ArchTest
    static final ArchRule onlyRequestedPathReadsTheTextOfAPath = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(RequestedPath.class.getName())
            .should()
            .callMethodWhere(describe(
                    "reads the text of the path of a request",
                    call -> TEXTS_OF_THE_PATH.contains(call.getName())
                            && call.getTargetOwner().isAssignableTo(HttpServletRequest.class)))
            .because("filters match endpoints by path patterns, and RequestedPath has the text for logs");

    @ArchTest
    static final ArchRule onlySettingsBindsKafkaAndRedisSettings = noClasses()
            .that()
            .resideOutsideOfPackage("org.pathproof.settings..")
            .should()
            .beAnnotatedWith(describe(
                    "@ConfigurationProperties of pathproof.kafka or pathproof.redis",
                    annotation -> annotation.getRawType().isEquivalentTo(ConfigurationProperties.class)
                            && annotation
                                    .get("value")
                                    .filter(value -> Set.of("pathproof.kafka", "pathproof.redis")
                                            .contains(value))
                                    .isPresent()));

    @ArchTest
    static final ArchRule servicesChangeNoSystemProperties = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.pathproof.collector..",
                    "org.pathproof.validator..",
                    "org.pathproof.keysync..",
                    "org.pathproof.verdictstore..",
                    "org.pathproof.routerfeeds..",
                    "org.pathproof.policyapi..",
                    "org.pathproof.history..",
                    "org.pathproof.settings..")
            .should()
            .callMethod(System.class, "setProperty", String.class, String.class);

    @ArchTest
    static final ArchRule onlyWireParsesAddresses = noClasses()
            .that()
            .resideOutsideOfPackages("org.pathproof.wire..", "org.pathproof.access.http..") // X-Forwarded-For
            .and()
            .doNotHaveFullyQualifiedName("org.pathproof.routerfeeds.rtr.QuicAcceptor") // the address of a socket
            .and()
            .doNotHaveFullyQualifiedName("org.pathproof.collector.admission.Admission") // the address of a socket
            .and()
            .doNotHaveFullyQualifiedName("org.pathproof.lab.routers.SigningUpstream") // an address to bind
            .should()
            .callMethod(InetAddress.class, "ofLiteral", String.class)
            .because("IpAddress and Prefix parse addresses and prefixes exactly");

    /** Classes with numbers of other kinds: ports, durations, cursors, and numbers that other programs write. */
    private static final Set<String> PARSERS_OF_OTHER_NUMBERS = Set.of(
            "DialTarget",
            "Endpoint",
            "EngineSettings",
            "Head",
            "HistoryCursor",
            "HostNames",
            "KafkaOutput",
            "NetworkCommand",
            "PolicyApiConflicts",
            "PolicyController",
            "PolicyValues",
            "PortChoice",
            "Position",
            "PreviewCursor",
            "RedisProcess",
            "RedisProgram",
            "RpkiStore",
            "SamplePaths",
            "SessionTimeout",
            "SourceSettings",
            "Span",
            "Target",
            "TcpAoKey",
            "TraceContext",
            "UpCommand");

    @ArchTest
    static final ArchRule onlyWireParsesNumbersOfUsers = noClasses()
            .that()
            .resideOutsideOfPackages("org.pathproof.wire..", "org.pathproof.research..")
            .and(describe("parse no other numbers", type -> !PARSERS_OF_OTHER_NUMBERS.contains(type.getSimpleName())))
            .should()
            .callMethodWhere(describe(
                    "a parser of numbers of the JDK",
                    call -> Set.of("java.lang.Integer", "java.lang.Long", "java.lang.Short")
                                    .contains(call.getTargetOwner().getFullName())
                            && call.getName().matches("parse.*|decode")))
            .because("AsNumbers, Prefix and DecimalText parse AS numbers, prefixes and lengths exactly");

    /** An enum of the domain and the enum of the protobuf schemas with the same meaning. */
    private record Pair(Class<? extends Enum<?>> domain, Class<? extends Enum<?>> contract) {}

    private static final List<Pair> PAIRS = List.of(
            new Pair(PathState.class, org.pathproof.contracts.v1.PathState.class),
            new Pair(OriginState.class, org.pathproof.contracts.v1.OriginState.class),
            new Pair(PathContext.PeerRelation.class, PeerRelation.class),
            new Pair(RibView.class, org.pathproof.contracts.v1.RibView.class));

    /**
     * Finds methods that convert between the enums of a pair. Such a method has both enums in its signature, or has a
     * switch over one enum with constants of the other. Another form looks up the name of a constant in the other enum.
     * A switch calls {@code ordinal()}.
     */
    private static ArchCondition<JavaClass> convertNoEnums() {
        return new ArchCondition<>("convert no enums between protobuf and the domain") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (Pair pair : PAIRS) {
                    if (converts(item, pair.domain, pair.contract) || converts(item, pair.contract, pair.domain)) {
                        events.add(SimpleConditionEvent.violated(
                                item,
                                "%s converts between %s and %s; use ContractTypes instead"
                                        .formatted(item.getName(), pair.domain.getName(), pair.contract.getName())));
                    }
                }
            }
        };
    }

    private static boolean converts(JavaClass type, Class<?> from, Class<?> to) {
        return type.getCodeUnits().stream().anyMatch(method -> converts(method, from, to));
    }

    private static boolean converts(JavaCodeUnit method, Class<?> from, Class<?> to) {
        boolean bySignature = method.getRawReturnType().isEquivalentTo(to)
                && method.getRawParameterTypes().stream().anyMatch(parameter -> parameter.isEquivalentTo(from));
        boolean bySwitch = calls(method, from, "ordinal") && names(method, to);
        boolean byName = calls(method, from, "name") && calls(method, to, "valueOf");
        return bySignature || bySwitch || byName;
    }

    private static boolean calls(JavaCodeUnit method, Class<?> owner, String name) {
        return method.getMethodCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(owner)
                        && call.getTarget().getName().equals(name));
    }

    private static boolean names(JavaCodeUnit method, Class<?> constants) {
        return method.getFieldAccesses().stream()
                .anyMatch(access -> access.getTargetOwner().isEquivalentTo(constants));
    }
}
