// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The fields of a policy document with their forms, defaults and meanings, in the order of the reference page. The
 * readers accept these fields only.
 */
final class PolicyFields {
    private static final String ASN = "1 to 4294967295";
    private static final String REQUIRED = "required";

    /** Fields at the top of the document. */
    static final List<PolicyField> DOCUMENT = List.of(
            new PolicyField(
                    "version",
                    "number",
                    "0",
                    "Version that the document was made from. A change is refused if another version is in force. 0:"
                            + " no check"),
            new PolicyField(
                    "feeds",
                    "true or false",
                    "true",
                    "false withdraws every announcement of every feed. Exports do not change"),
            new PolicyField(
                    "own-as",
                    "1 to 4294967294",
                    "",
                    "Your AS: the first part of the large communities, and the AS of BGP sessions. Required for groups"
                            + " that announce"),
            new PolicyField(
                    "community-base",
                    "0 to " + (PolicyBounds.MAX_U32 - FeedNumbers.COMMUNITY_KINDS + 1),
                    Long.toString(FeedNumbers.DEFAULT_BASE),
                    "Second part of the large community of the path state. The next numbers are for the origin state, the"
                            + " ASPA state and the mark of an override"),
            new PolicyField(
                    "cluster-id",
                    "four numbers, not 0.0.0.0",
                    "",
                    "CLUSTER_ID of the feeds (RFC 4456 section 7), which no route reflector uses. Required for"
                            + " prefer-valid and reject-not-valid"),
            new PolicyField(
                    "groups",
                    "list of at most " + PolicyBounds.MAX_GROUPS,
                    "[]",
                    "Groups of routers. A router belongs to the first group that matches. A router without a group is"
                            + " observed only"),
            new PolicyField(
                    "exceptions",
                    "list of at most " + PolicyBounds.MAX_EXCEPTIONS,
                    "[]",
                    "Paths that are accepted in any state until a time"));

    /** Fields of a group. */
    static final List<PolicyField> GROUP = List.of(
            new PolicyField(
                    "name",
                    "1 to 64 letters, digits, dots, hyphens or underscores",
                    REQUIRED,
                    "Name, unique in the document"),
            new PolicyField(
                    "routers",
                    "list of 1 to " + PolicyBounds.MAX_ROUTERS,
                    REQUIRED,
                    "Routers of the group: addresses, prefixes, or names (sysName) in which * is any text"),
            new PolicyField(
                    "policy",
                    labels(PolicyKind.values(), PolicyKind::label),
                    PolicyKind.OBSERVE.label(),
                    "Effect on the routers"),
            new PolicyField(
                    "accept",
                    "list of valid, unsigned",
                    "[valid] with prefer-valid, else [valid, unsigned]",
                    "Path states that are accepted; valid is always one of them"),
            new PolicyField(
                    "reject",
                    "list of malformed, origin-invalid, aspa-invalid",
                    "[malformed]",
                    "Further states that are refused"),
            new PolicyField(
                    "no-alternative",
                    labels(NoAlternative.values(), NoAlternative::label),
                    NoAlternative.KEEP.label(),
                    "Handling of a prefix without an accepted path. list needs reject-not-valid"),
            new PolicyField(
                    "trust-pre-policy",
                    "true or false",
                    "false",
                    "true also uses paths of the view ADJ_RIB_IN_PRE, where a neighbor has no routes after policy. Overrides"
                            + " may then announce paths that the import policy of the router refuses. Needs ADJ_RIB_IN_PRE in"
                            + " pathproof.collector.path-attributes.views"),
            new PolicyField(
                    "local-preference",
                    "above, or 1 to 4294967295",
                    "above",
                    "LOCAL_PREF of overrides. above: 1 above the highest LOCAL_PREF of the prefix at the router"),
            new PolicyField(
                    "default-local-preference",
                    "0 to 4294967294",
                    Long.toString(RouterGroup.LOCAL_PREFERENCE),
                    "LOCAL_PREF that the routers give to a path without one"),
            new PolicyField(
                    "max-overrides",
                    "0 to " + PolicyBounds.MAX_OVERRIDES,
                    Integer.toString(OverrideLimits.DEFAULT.maxOverrides()),
                    "Maximum number of overrides of a router at the same time. More wait"),
            new PolicyField(
                    "max-changes",
                    "1 to " + PolicyBounds.MAX_OVERRIDES,
                    Integer.toString(OverrideLimits.DEFAULT.maxChanges()),
                    "Maximum number of new overrides of a router in change-interval. More wait. At 100 a second, the"
                            + " switch stops a wrong policy after a few seconds, and the router has time for each"
                            + " change"),
            new PolicyField(
                    "change-interval",
                    interval(),
                    PolicyValues.text(OverrideLimits.DEFAULT.changeInterval()),
                    "Interval of max-changes"),
            new PolicyField(
                    "flap-half-life",
                    interval(),
                    PolicyValues.text(FlapDamping.DEFAULT.halfLife()),
                    "Time in which the flap penalty of a prefix halves (RFC 2439 section 4.2). An override that appears or"
                            + " disappears adds " + FlapDamping.PENALTY_OF_CHANGE + ", one with other attributes "
                            + FlapDamping.PENALTY_OF_NEW_ATTRIBUTES),
            new PolicyField(
                    "flap-hold",
                    "2 to " + PolicyBounds.MAX_PENALTY,
                    Integer.toString(FlapDamping.DEFAULT.holdAbove()),
                    "Penalty above which the override of a prefix is held"),
            new PolicyField(
                    "flap-release",
                    "1 to " + PolicyBounds.MAX_PENALTY + ", below flap-hold",
                    Integer.toString(FlapDamping.DEFAULT.releaseBelow()),
                    "Penalty below which a held prefix is released"),
            new PolicyField(
                    "flap-action",
                    labels(FlapAction.values(), FlapAction::label),
                    FlapDamping.DEFAULT.action().label(),
                    "Handling of a held prefix. keep: the last override stays while its path is accepted, since the"
                            + " choice of the router could be a refused path. withdraw: the router has its own choice"));

    /** Fields of an exception. */
    static final List<PolicyField> EXCEPTION = List.of(
            new PolicyField(
                    "prefix",
                    "prefix",
                    "every prefix",
                    "The prefix and all prefixes that it covers. An exception needs prefix, origin-as or neighbor-as; a path"
                            + " must match each that is present"),
            new PolicyField("origin-as", ASN, "every AS", "Origin AS of the path"),
            new PolicyField("neighbor-as", ASN, "every AS", "First AS of the path"),
            new PolicyField("groups", "list of names of groups", "every group", "Groups of routers with the exception"),
            new PolicyField("owner", "text of up to 1,024 characters", REQUIRED, "Person or team that is responsible"),
            new PolicyField("reason", "text of up to 1,024 characters", REQUIRED, "Reason, for the history"),
            new PolicyField(
                    "expires",
                    "time with zone, such as 2027-01-31T00:00:00Z",
                    REQUIRED,
                    "End of the exception. A new exception that ends in more than "
                            + ExceptionBounds.MAX_LENGTH.toDays() + " days needs a confirmation"));

    private PolicyFields() {}

    /**
     * A field.
     *
     * @param form the values that are accepted
     * @param fallback the value of a missing field; empty for none
     * @param meaning fragments that stand alone, without a full stop at the end
     */
    record PolicyField(String name, String form, String fallback, String meaning) {}

    /** Returns the names of fields. */
    static String[] names(List<PolicyField> fields) {
        return fields.stream().map(PolicyField::name).toArray(String[]::new);
    }

    private static String interval() {
        return PolicyValues.text(PolicyBounds.MIN_INTERVAL) + " to " + PolicyValues.text(PolicyBounds.MAX_INTERVAL)
                + ", such as 10s, 15m or 1h";
    }

    private static <T> String labels(T[] values, Function<T, String> label) {
        return Arrays.stream(values).map(label).collect(Collectors.joining(", "));
    }
}
