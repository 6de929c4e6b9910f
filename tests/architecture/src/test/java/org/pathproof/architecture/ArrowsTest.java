// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/** Tests the permitted dependencies among modules. {@link ModulesReferenceTest} draws the present ones. */
@AnalyzeClasses(packages = "org.pathproof", importOptions = DoNotIncludeTests.class)
final class ArrowsTest {
    private static final String[] SERVICES = {
        "org.pathproof.collector..",
        "org.pathproof.validator..",
        "org.pathproof.keysync..",
        "org.pathproof.verdictstore..",
        "org.pathproof.routerfeeds..",
        "org.pathproof.policyapi..",
        "org.pathproof.history.."
    };

    @ArchTest
    static final ArchRule modulesDependOnlyOnPermittedModules = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("org.pathproof..")
            .withOptionalLayers(true)
            .layer("wire")
            .definedBy("org.pathproof.wire..")
            .layer("p256")
            .definedBy("org.pathproof.p256..")
            .layer("bgp")
            .definedBy("org.pathproof.bgp..")
            .layer("bgpsec")
            .definedBy("org.pathproof.bgpsec..")
            .layer("rpki")
            .definedBy("org.pathproof.rpki..")
            .layer("transport")
            .definedBy("org.pathproof.transport..")
            .layer("onboarding")
            .definedBy("org.pathproof.onboarding..")
            .layer("srx")
            .definedBy("org.pathproof.srx..")
            .layer("schemes-api")
            .definedBy("org.pathproof.research.schemes")
            .layer("schemes")
            .definedBy("org.pathproof.research.schemes.*..")
            .layer("schemes-hook")
            .definedBy("org.pathproof.research.hook..")
            .layer("contracts")
            .definedBy("org.pathproof.contracts..")
            .layer("routes")
            .definedBy("org.pathproof.routes..")
            .layer("updates")
            .definedBy("org.pathproof.updates..")
            .layer("feeds")
            .definedBy("org.pathproof.feeds..")
            .layer("settings")
            .definedBy("org.pathproof.settings..")
            .layer("access")
            .definedBy("org.pathproof.access..")
            .layer("telemetry")
            .definedBy("org.pathproof.telemetry..")
            .layer("collector")
            .definedBy("org.pathproof.collector..")
            .layer("validator")
            .definedBy("org.pathproof.validator..")
            .layer("key-sync")
            .definedBy("org.pathproof.keysync..")
            .layer("verdict-store")
            .definedBy("org.pathproof.verdictstore..")
            .layer("router-feeds")
            .definedBy("org.pathproof.routerfeeds..")
            .layer("policy-api")
            .definedBy("org.pathproof.policyapi..")
            .layer("history")
            .definedBy("org.pathproof.history..")
            .layer("captures")
            .definedBy("org.pathproof.captures..")
            .layer("lab")
            .definedBy("org.pathproof.lab..")
            .layer("scheme-lab")
            .definedBy("org.pathproof.research.lab..")
            .layer("cli")
            .definedBy("org.pathproof.cli..")
            .layer("standalone")
            .definedBy("org.pathproof.standalone..")
            .whereLayer("wire")
            .mayNotAccessAnyLayer()
            .whereLayer("p256")
            .mayNotAccessAnyLayer()
            .whereLayer("bgp")
            .mayOnlyAccessLayers("wire", "transport")
            .whereLayer("bgpsec")
            .mayOnlyAccessLayers("wire", "p256")
            .whereLayer("rpki")
            .mayOnlyAccessLayers("wire")
            .whereLayer("transport")
            .mayOnlyAccessLayers("wire")
            .whereLayer("onboarding")
            .mayOnlyAccessLayers("wire", "bgpsec")
            .whereLayer("srx")
            .mayOnlyAccessLayers("wire", "p256", "bgpsec", "rpki")
            .whereLayer("schemes-api")
            .mayOnlyAccessLayers("wire")
            .whereLayer("schemes")
            .mayOnlyAccessLayers("schemes-api", "wire", "p256", "bgpsec")
            .whereLayer("schemes-hook")
            .mayOnlyAccessLayers("schemes-api", "wire", "contracts", "routes")
            .whereLayer("contracts")
            .mayOnlyAccessLayers("wire")
            .whereLayer("routes")
            .mayOnlyAccessLayers("wire", "bgpsec", "contracts")
            .whereLayer("updates")
            .mayOnlyAccessLayers("wire", "bgpsec", "rpki")
            .whereLayer("feeds")
            .mayOnlyAccessLayers("wire", "bgpsec")
            .whereLayer("settings")
            .mayOnlyAccessLayers("contracts")
            .whereLayer("access")
            .mayOnlyAccessLayers("wire", "settings")
            .whereLayer("telemetry")
            .mayOnlyAccessLayers("wire", "contracts")
            .whereLayer("collector")
            .mayOnlyAccessLayers(
                    "wire",
                    "bgpsec",
                    "transport",
                    "onboarding",
                    "contracts",
                    "routes",
                    "settings",
                    "access",
                    "telemetry")
            .whereLayer("validator")
            .mayOnlyAccessLayers(
                    "wire", "p256", "bgpsec", "rpki", "contracts", "routes", "settings", "access", "telemetry")
            .whereLayer("key-sync")
            .mayOnlyAccessLayers("wire", "rpki", "transport", "contracts", "settings", "access", "telemetry")
            .whereLayer("verdict-store")
            .mayOnlyAccessLayers("wire", "bgpsec", "rpki", "contracts", "routes", "settings", "telemetry")
            .whereLayer("router-feeds")
            .mayOnlyAccessLayers(
                    "wire",
                    "bgp",
                    "bgpsec",
                    "rpki",
                    "transport",
                    "srx",
                    "contracts",
                    "routes",
                    "feeds",
                    "settings",
                    "telemetry",
                    "verdict-store")
            .whereLayer("policy-api")
            .mayOnlyAccessLayers(
                    "wire",
                    "p256",
                    "bgpsec",
                    "rpki",
                    "onboarding",
                    "contracts",
                    "routes",
                    "updates",
                    "feeds",
                    "settings",
                    "access",
                    "telemetry",
                    "verdict-store",
                    "router-feeds")
            .whereLayer("history")
            .mayOnlyAccessLayers("wire", "contracts", "routes", "settings", "access", "telemetry")
            .whereLayer("captures")
            .mayOnlyAccessLayers("wire")
            .whereLayer("lab")
            .mayOnlyAccessLayers("wire", "captures", "p256", "bgpsec", "rpki")
            .whereLayer("scheme-lab")
            .mayOnlyAccessLayers("wire", "schemes-api", "lab")
            .whereLayer("cli")
            .mayOnlyAccessLayers("wire", "captures", "p256", "bgpsec", "rpki", "transport", "onboarding", "updates");

    @ArchTest
    static final ArchRule theProductDoesNotDependOnResearch = ArchRuleDefinition.noClasses()
            .that()
            .resideOutsideOfPackage("org.pathproof.research..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.pathproof.research..")
            .because("no image contains a scheme of the literature; the hook is org.pathproof.routes.experimental");

    @ArchTest
    static final ArchRule librariesUseNeitherSpringNorKafka = ArchRuleDefinition.noClasses()
            .that()
            .resideInAnyPackage(
                    "org.pathproof.wire..",
                    "org.pathproof.p256..",
                    "org.pathproof.bgp..",
                    "org.pathproof.bgpsec..",
                    "org.pathproof.rpki..",
                    "org.pathproof.srx..",
                    "org.pathproof.research.schemes..",
                    "org.pathproof.transport..",
                    "org.pathproof.onboarding..",
                    "org.pathproof.routes..",
                    "org.pathproof.updates..",
                    "org.pathproof.feeds..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.apache.kafka..");

    @ArchTest
    static final ArchRule contractsDoNotUseSpring = ArchRuleDefinition.noClasses()
            .that()
            .resideInAPackage("org.pathproof.contracts..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule wireUsesOnlyTheJdk = ArchRuleDefinition.classes()
            .that()
            .resideInAPackage("org.pathproof.wire..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("org.pathproof.wire..", "java..", "org.jspecify..");

    @ArchTest
    static final ArchRule validationDoesNoInputOrOutput = ArchRuleDefinition.noClasses()
            .that()
            .resideInAnyPackage(
                    "org.pathproof.bgpsec..",
                    "org.pathproof.research.schemes..",
                    "org.pathproof.updates..",
                    "org.pathproof.feeds..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.channels..", "java.nio.file..");

    @ArchTest
    static final ArchRule servicesLogAndDoNotPrint = ArchRuleDefinition.noClasses()
            .that()
            .resideInAnyPackage(SERVICES)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule namesSayWhatAThingIs = ArchRuleDefinition.noClasses()
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)")
            .because("a name says what a thing is, in the field's own words");
}
