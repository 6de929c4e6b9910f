// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.RouterGroup;
import org.pathproof.policyapi.settings.ProcessRole;
import org.pathproof.settings.SettingConflicts;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The settings of the policy API that depend on each other, on the policy, or on settings of another service. Settings
 * of another service are known if it shares the configuration, as in the standalone program.
 */
final class PolicyApiConflicts {
    private static final String API = "pathproof.policy-api.";
    private static final String FEEDS = "pathproof.feeds.";
    private static final String COLLECTOR = "pathproof.collector.";
    private static final String VIEWS = COLLECTOR + "path-attributes.views";
    private static final String ROUTERS = COLLECTOR + "path-attributes.routers";
    private static final String BEFORE_POLICY = "ADJ_RIB_IN_PRE";

    private final Environment environment;
    private final Binder binder;

    PolicyApiConflicts(Environment environment) {
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    /** Returns the settings that contradict each other. */
    SettingConflicts ofSettings() {
        SettingConflicts conflicts = new SettingConflicts();
        long page = number(API + "page-limit", 100);
        long maxPage = number(API + "max-page-limit", 10_000);
        conflicts.add(
                page > maxPage,
                API + "page-limit " + page + " is above " + API + "max-page-limit " + maxPage + ": lower page-limit");
        addRoles(conflicts);
        conflicts.add(
                text(API + "certificates.authority").isEmpty()
                        && Stream.of("authority-key", "names", "ases", "register", "sealing-keys")
                                .anyMatch(name ->
                                        !list(API + "certificates." + name).isEmpty()),
                API
                        + "certificates has settings, but certificates.authority is missing, so that no certificate is issued: set"
                        + " certificates.authority");
        conflicts.add(
                isSet(FEEDS + "derived-origin.router") && number(FEEDS + "derived-origin.rtr-port", -1) < 0,
                FEEDS + "derived-origin.router is set, but " + FEEDS
                        + "derived-origin.rtr-port is not, so that no router reads derived origins: set rtr-port");
        conflicts.add(
                text("pathproof.api.oidc.issuer").isEmpty()
                        && (isSet("pathproof.api.oidc.audience") || isSet("pathproof.api.oidc.jwk-set-uri")),
                "pathproof.api.oidc.audience or jwk-set-uri is set, but pathproof.api.oidc.issuer is not, so that no token of"
                        + " a provider is accepted: set issuer");
        addFeeds(conflicts);
        addOtherServices(conflicts);
        return conflicts;
    }

    private void addRoles(SettingConflicts conflicts) {
        if (ProcessRole.of(environment).contains(ProcessRole.FEEDS)) {
            return;
        }
        for (String setting :
                List.of(FEEDS + "routers[0].router", FEEDS + "derived-origin.rtr-port", API + "srx.port")) {
            conflicts.add(
                    isSet(setting) && !text(setting).equals("-1"),
                    setting + " is set, but " + ProcessRole.SETTING + " lacks " + ProcessRole.FEEDS.label()
                            + ", so that this process has no feed: add " + ProcessRole.FEEDS.label() + " to "
                            + ProcessRole.SETTING);
        }
    }

    private void addFeeds(SettingConflicts conflicts) {
        if (!isSet(FEEDS + "routers[0].router") || !collectorIsKnown()) {
            return;
        }
        List<String> routers = list(ROUTERS);
        conflicts.add(
                routers.isEmpty(),
                FEEDS + "routers names " + text(FEEDS + "routers[0].router") + ", but " + ROUTERS
                        + " is empty, so that its feed has no paths: add the router to path-attributes.routers");
    }

    /** Returns true if the collector shares the configuration. */
    private boolean collectorIsKnown() {
        return isSet(COLLECTOR + "bmp-port")
                || !list(ROUTERS).isEmpty()
                || !list(VIEWS).isEmpty();
    }

    private void addOtherServices(SettingConflicts conflicts) {
        if (isSet("pathproof.validator.p384-suite") || isSet(API + "p384-suite") && collectorIsKnown()) {
            long validator = number("pathproof.validator.p384-suite", 0);
            long api = number(API + "p384-suite", 0);
            conflicts.add(
                    validator != api,
                    "pathproof.validator.p384-suite is " + validator + ", but " + API + "p384-suite is " + api
                            + ", so that verdicts and explanations differ: set both to one number");
        }
        if (isSet("pathproof.validator.application-id")) {
            String id = text("pathproof.validator.application-id");
            String group = isSet("pathproof.policy-api.validator-group")
                    ? text("pathproof.policy-api.validator-group")
                    : "pathproof-validator";
            conflicts.add(
                    !id.equals(group),
                    "pathproof.validator.application-id is " + id + ", but pathproof.policy-api.validator-group is "
                            + group + ", so that the delay of the validators is not known: set both to one name");
        }
    }

    /** Returns the settings that contradict the policy in force. */
    SettingConflicts ofPolicy(PolicyDocument policy) {
        SettingConflicts conflicts = new SettingConflicts();
        String trusting = policy.groups().stream()
                .filter(RouterGroup::trustPrePolicy)
                .map(RouterGroup::name)
                .limit(5)
                .collect(Collectors.joining(", "));
        List<String> views = list(VIEWS);
        boolean known = !list(ROUTERS).isEmpty() || !views.isEmpty();
        conflicts.add(
                !trusting.isEmpty()
                        && known
                        && views.stream()
                                .noneMatch(view -> view.toUpperCase(Locale.ROOT)
                                        .replace('-', '_')
                                        .equals(BEFORE_POLICY)),
                "group " + trusting + " of the policy has trust-pre-policy: true, but " + VIEWS + " is "
                        + (views.isEmpty() ? "ADJ_RIB_IN_POST by default" : String.join(", ", views))
                        + ", so that paths before policy have no path attributes: add " + BEFORE_POLICY + " to it");
        return conflicts;
    }

    private boolean isSet(String name) {
        return !text(name).isEmpty();
    }

    private String text(String name) {
        return binder.bind(name, String.class).orElse("").strip();
    }

    private long number(String name, long fallback) {
        String text = text(name);
        return text.matches("-?\\d{1,9}") ? Long.parseLong(text) : fallback;
    }

    private List<String> list(String name) {
        return binder.bind(name, Bindable.listOf(String.class)).orElse(List.of()).stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
