// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads an item of the list {@code groups}. */
final class GroupReader {

    private GroupReader() {}

    /** Returns the group, or null after problems were reported. */
    static @Nullable RouterGroup read(YamlEntry entry) {
        entry.rejectUnknownFields(PolicyFields.names(PolicyFields.GROUP));
        String name = entry.parsed("name", "1 to 64 letters, digits, dots, hyphens or underscores", PolicyValues::name);
        List<RouterPattern> routers = entry.list(
                "routers",
                "an address, a prefix, or a name in which * is any text",
                PolicyBounds.MAX_ROUTERS,
                PolicyValues::router);
        PolicyKind policy = entry.has("policy")
                ? entry.parsed("policy", "observe, tag, prefer-valid or reject-not-valid", GroupReader::policy)
                : PolicyKind.OBSERVE;
        if (routers != null && routers.isEmpty()) {
            entry.report("routers", "must name at least one router");
        }
        if (policy == null) {
            return null;
        }
        Acceptance acceptance = acceptance(entry, policy);
        NoAlternative noAlternative = noAlternative(entry, policy);
        Boolean trustPrePolicy = PolicyValues.flag(entry, "trust-pre-policy", false);
        OptionalLong localPreference = localPreference(entry);
        Long defaultLocalPreference = PolicyValues.number(
                entry, "default-local-preference", 0, PolicyBounds.MAX_U32 - 1, RouterGroup.LOCAL_PREFERENCE);
        OverrideLimits limits = limits(entry);
        FlapDamping damping = damping(entry);
        return name == null
                        || routers == null
                        || acceptance == null
                        || noAlternative == null
                        || trustPrePolicy == null
                        || localPreference == null
                        || defaultLocalPreference == null
                        || limits == null
                        || damping == null
                ? null
                : new RouterGroup(
                        name,
                        routers,
                        policy,
                        acceptance,
                        noAlternative,
                        trustPrePolicy,
                        localPreference,
                        defaultLocalPreference,
                        limits,
                        damping);
    }

    private static @Nullable PolicyKind policy(String text) {
        for (PolicyKind kind : PolicyKind.values()) {
            if (kind.label().equals(text)) {
                return kind;
            }
        }
        return null;
    }

    private static @Nullable Acceptance acceptance(YamlEntry entry, PolicyKind policy) {
        Set<Refusal> refused = EnumSet.noneOf(Refusal.class);
        refused.addAll(Acceptance.ofDefault(policy).refused());
        if (entry.has("accept")) {
            List<String> accepted = entry.list(
                    "accept",
                    "valid or unsigned",
                    2,
                    text -> text.equals("valid") || text.equals("unsigned") ? text : null);
            if (accepted == null) {
                return null;
            }
            if (!accepted.contains("valid")) {
                entry.report("accept", "must contain valid");
            }
            if (accepted.contains("unsigned")) {
                refused.remove(Refusal.UNSIGNED);
            } else {
                refused.add(Refusal.UNSIGNED);
            }
        }
        if (entry.has("reject")) {
            List<Refusal> rejected =
                    entry.list("reject", "malformed, origin-invalid or aspa-invalid", 3, GroupReader::rejection);
            if (rejected == null) {
                return null;
            }
            refused.remove(Refusal.MALFORMED);
            refused.addAll(rejected);
        }
        return new Acceptance(refused);
    }

    private static @Nullable Refusal rejection(String text) {
        return switch (text) {
            case "malformed" -> Refusal.MALFORMED;
            case "origin-invalid" -> Refusal.ORIGIN_INVALID;
            case "aspa-invalid" -> Refusal.ASPA_INVALID;
            default -> null;
        };
    }

    private static @Nullable NoAlternative noAlternative(YamlEntry entry, PolicyKind policy) {
        if (!entry.has("no-alternative")) {
            return NoAlternative.KEEP;
        }
        NoAlternative value = entry.parsed("no-alternative", "keep or list", text -> switch (text) {
            case "keep" -> NoAlternative.KEEP;
            case "list" -> NoAlternative.LIST;
            default -> null;
        });
        if (value == NoAlternative.LIST && policy != PolicyKind.REJECT_NOT_VALID) {
            entry.report("no-alternative", "list is only for the policy reject-not-valid");
        }
        return value;
    }

    /**
     * Returns an empty value for a missing field and for the text {@code above}, and null after a problem was reported.
     */
    private static @Nullable OptionalLong localPreference(YamlEntry entry) {
        return entry.has("local-preference")
                ? entry.parsed("local-preference", "above, or a number from 1 to " + PolicyBounds.MAX_U32, text -> {
                    if (text.equals("above")) {
                        return OptionalLong.empty();
                    }
                    Long number = PolicyValues.number(text, 1, PolicyBounds.MAX_U32);
                    return number == null ? null : OptionalLong.of(number);
                })
                : OptionalLong.empty();
    }

    private static @Nullable OverrideLimits limits(YamlEntry entry) {
        OverrideLimits fallback = OverrideLimits.DEFAULT;
        Long overrides =
                PolicyValues.number(entry, "max-overrides", 0, PolicyBounds.MAX_OVERRIDES, fallback.maxOverrides());
        Long changes = PolicyValues.number(entry, "max-changes", 1, PolicyBounds.MAX_OVERRIDES, fallback.maxChanges());
        Duration interval = PolicyValues.duration(
                entry,
                "change-interval",
                PolicyBounds.MIN_INTERVAL,
                PolicyBounds.MAX_INTERVAL,
                fallback.changeInterval());
        return overrides == null || changes == null || interval == null
                ? null
                : new OverrideLimits(overrides.intValue(), changes.intValue(), interval);
    }

    private static @Nullable FlapDamping damping(YamlEntry entry) {
        FlapDamping fallback = FlapDamping.DEFAULT;
        Duration halfLife = PolicyValues.duration(
                entry, "flap-half-life", PolicyBounds.MIN_INTERVAL, PolicyBounds.MAX_INTERVAL, fallback.halfLife());
        Long hold = PolicyValues.number(entry, "flap-hold", 2, PolicyBounds.MAX_PENALTY, fallback.holdAbove());
        Long release = PolicyValues.number(entry, "flap-release", 1, PolicyBounds.MAX_PENALTY, fallback.releaseBelow());
        FlapAction action = entry.has("flap-action")
                ? entry.parsed("flap-action", "keep or withdraw", text -> switch (text) {
                    case "keep" -> FlapAction.KEEP;
                    case "withdraw" -> FlapAction.WITHDRAW;
                    default -> null;
                })
                : fallback.action();
        if (halfLife == null || hold == null || release == null || action == null) {
            return null;
        }
        if (release >= hold) {
            entry.report("flap-release", "must be less than flap-hold (" + hold + "), is \"" + release + "\"");
        }
        return new FlapDamping(halfLife, hold.intValue(), release.intValue(), action);
    }
}
