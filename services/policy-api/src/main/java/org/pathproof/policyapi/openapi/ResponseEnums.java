// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.openapi;

import io.swagger.v3.oas.models.media.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pathproof.bgpsec.AspaProcedure;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.NeighborRole;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.override.HeldPrefix;
import org.pathproof.feeds.override.OverrideDecision;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.override.Suspension;
import org.pathproof.feeds.path.DecisionStep;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.preview.PreviewedChange;
import org.pathproof.policyapi.incidents.IncidentKind;
import org.pathproof.policyapi.rest.ParameterText;
import org.pathproof.routerfeeds.bgp.FeedRequirement;
import org.pathproof.routerfeeds.bgp.FeedSession;
import org.pathproof.routerfeeds.use.UnusedReason;
import org.pathproof.routerfeeds.use.UseState;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;

/**
 * The values of members of responses that have a fixed set of values. The records have these members as text, so that
 * springdoc does not know the values.
 */
final class ResponseEnums {
    private static final Map<String, List<String>> VALUES = values();

    private ResponseEnums() {}

    /** Adds the values to the members of a schema. Of a list, its items have the values. */
    static void complete(String name, Schema<?> schema) {
        if (schema.getProperties() == null) {
            return;
        }
        schema.getProperties().forEach((member, property) -> {
            List<String> values = VALUES.get(name + "." + member);
            if (values != null) {
                setValues(property.getItems() == null ? property : property.getItems(), values);
            }
        });
    }

    @SuppressWarnings("unchecked") // each of these members is text
    private static void setValues(Schema<?> schema, List<String> values) {
        ((Schema<String>) schema).setEnum(values);
    }

    private static Map<String, List<String>> values() {
        Map<String, List<String>> values = new TreeMap<>();
        List<String> pathStates = constants(PathState.class);
        for (String schema : List.of("ValidityJson", "ExplanationJson", "SeenPath", "PathJson", "RefusalJson")) {
            values.put(schema + ".state", pathStates);
        }
        List<String> views = constants(RibView.class);
        for (String schema : List.of("RouteJson", "SeenPath", "SessionJson")) {
            values.put(schema + ".view", views);
        }
        values.put("Incident.kind", labels(IncidentKind.values(), IncidentKind::label));
        values.put("Incident.state", List.of("open", "acknowledged", "muted", "closed"));
        values.put("Mute.kind", labels(IncidentKind.values(), IncidentKind::label));
        values.put("Mute.rule", constants(Rule.class));
        values.put("InventoryEntry.source", List.of("learned", "expected", "declared"));
        values.put("InventoryEntry.state", List.of("up", "waiting", "lost", "acknowledged", "retired"));
        values.put("ExplanationJson.basis", List.of("judged-now", "verdict"));
        values.put("OriginJson.state", constants(OriginVerdict.class));
        values.put("OriginJson.reason", List.of("as", "length"));
        values.put("Outcome.state", labels(OriginState.values(), OriginState::label));
        values.put("Outcome.reason", List.of("as", "length"));
        values.put("PathJson.origin_state", labels(OriginState.values(), OriginState::label));
        values.put("HeldPrefixJson.cause", labels(HeldPrefix.Cause.values(), HeldPrefix.Cause::label));
        values.put("HeldPrefixJson.action", labels(FlapAction.values(), FlapAction::label));
        values.put("AspaJson.state", constants(AspaVerdict.class));
        values.put("AspaJson.procedure", procedures());
        values.put("AspaExplanationJson.state", labels(AspaState.values(), AspaState::label));
        values.put("AspaExplanationJson.procedure", procedures());
        values.put("FindingJson.rule", constants(Rule.class));
        List<String> results = labels(HopResult.Result.values(), HopResult.Result::label);
        values.put("HopJson.result", results);
        values.put("ExplainedHop.result", results);
        values.put(
                "SchemeJson.state", List.of("experimental-verifies", "experimental-fails", "experimental-not-judged"));
        values.put("SessionJson.state", constants(State.class));
        values.put("SessionJson.bgpsec", List.of("active", "negotiated", "stripped", "none"));
        values.put("SessionJson.role", labels(NeighborRole.values(), NeighborRole::label));
        values.put("Health.status", List.of("ok", "failing"));
        values.put("Component.status", List.of("ok", "failing"));
        values.put("Step.name", List.of("rpki", "router", "peer", "route"));
        values.put("Step.state", List.of("done", "open", "lost"));
        List<String> suspensions = labels(Suspension.values(), Suspension::label);
        List<String> policies = labels(PolicyKind.values(), PolicyKind::label);
        values.put("RouterOverridesJson.policy", policies);
        values.put("RouterOverridesJson.suspended", suspensions);
        values.put("FeedSession.state", FeedSession.states());
        values.put("PreviewedRouter.policy", policies);
        values.put("PreviewedRouter.suspended", suspensions);
        values.put("PreviewedChange.feed", labels(PreviewedChange.Feed.values(), PreviewedChange.Feed::label));
        values.put("PreviewedChange.change", List.of("added", "changed", "withdrawn"));
        values.put("PolicyChange.change", List.of("policy", "off", "on"));
        values.put("OverrideExplanationJson.decision", List.of("announce", "no-accepted-path", "none"));
        values.put(
                "OverrideExplanationJson.reason",
                Stream.concat(
                                labels(OverrideDecision.Reason.values(), OverrideDecision.Reason::label).stream(),
                                labels(Refusal.values(), Refusal::label).stream())
                        .toList());
        values.put("UseJson.state", labels(UseState.values(), UseState::label));
        values.put("UseJson.reason", labels(UnusedReason.values(), UnusedReason::label));
        values.put("Explained.role", labels(OverrideExplanation.Role.values(), OverrideExplanation.Role::label));
        values.put("RefusalJson.now", List.of("refused", "unsigned", "absent"));
        values.put("Explained.refusal", labels(Refusal.values(), Refusal::label));
        values.put("Elsewhere.refusal", labels(Refusal.values(), Refusal::label));
        values.put("RequirementJson.requirement", labels(FeedRequirement.Kind.values(), FeedRequirement.Kind::label));
        values.put("RequirementJson.state", labels(FeedRequirement.State.values(), FeedRequirement.State::label));
        values.put("BlockedJson.reason", labels(OverrideDecision.Reason.values(), OverrideDecision.Reason::label));
        values.put("Explained.worse_by", labels(DecisionStep.values(), DecisionStep::label));
        values.put("SourcesReport.combine", List.of("first", "union"));
        values.put("SourceReport.kind", List.of("rtr", "file", "url", "certificates"));
        return values;
    }

    private static List<String> procedures() {
        return Arrays.stream(AspaProcedure.values())
                .filter(procedure -> procedure != AspaProcedure.NONE)
                .map(AspaProcedure::label)
                .toList();
    }

    private static <E extends Enum<E>> List<String> constants(Class<E> type) {
        return ParameterText.constants(type).map(ParameterText::label).toList();
    }

    private static <T> List<String> labels(T[] values, Function<T, String> label) {
        return Arrays.stream(values).map(label).toList();
    }
}
