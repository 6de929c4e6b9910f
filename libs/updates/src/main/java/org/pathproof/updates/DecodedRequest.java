// SPDX-License-Identifier: Apache-2.0
package org.pathproof.updates;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.HopResult;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathResult;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.Rule;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.bgpsec.UpdateRules;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;

/**
 * A request after decoding and after the checks of RFC 8205 on the UPDATE. Its path, if any, is not validated yet.
 *
 * @param ready response of a request that needs no validation
 * @param path path to validate
 * @param dualPath AS_PATH beside the BGPsec_PATH, from a peer that may send both
 * @param ofUpdate the broken rules of the update
 * @param discards the attributes that are discarded, which do not change the state
 */
record DecodedRequest(
        Request request,
        Optional<Response> ready,
        Optional<PathValidator.Path> path,
        List<Prefix> prefixes,
        Optional<AsPath> dualPath,
        List<Finding> ofUpdate,
        List<Finding> discards) {
    /** Attribute type in the examples of RFC 8208 and RFC 8608, from before IANA assigned 33. */
    private static final int TYPE_IN_EXAMPLES = 30;

    private static final String EXAMPLE_HINT =
            " Attribute 30 has the form of BGPsec_PATH: RFC 8208 and RFC 8608 print that type, and IANA assigned 33.";

    private static final AsPath NO_AS_PATH = new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of());
    private static final Prefix NO_PREFIX = Prefix.ipv4(0, 0);

    /**
     * Decodes a request. With BGPsec_PATH beside AS_PATH, the result has one element for each prefix of the update;
     * otherwise one element.
     */
    static List<DecodedRequest> of(Request request, PeerKind peer) {
        return switch (request) {
            case Request.Unreadable(Request.Id id, String error) ->
                List.of(ready(request, new Response.Unreadable(id, error)));
            case Request.Message message -> of(message, peer);
        };
    }

    /** Returns the response to a request that needs no validation. */
    Response response() {
        return ready.orElseThrow();
    }

    /** Returns the response with the result of the path, and with the signed bytes if an explanation is requested. */
    Response response(PathResult result, boolean explain) {
        List<Finding> findings = new ArrayList<>(ofUpdate);
        // Without a prefix no signature can be verified. The missing target AS is then not the cause.
        result.findings().stream()
                .filter(f -> !prefixes.isEmpty() || f.rule() != Rule.TARGET_AS_UNKNOWN)
                .forEach(findings::add);
        findings.addAll(discards);
        List<Segment> segments = result.segments();
        return new Response.Verdict(
                request.id(),
                ofUpdate.isEmpty() ? result.state() : PathState.MALFORMED,
                prefixes,
                originAs(segments),
                targetAs(),
                segments,
                findings,
                result.hops(),
                explain ? signedBytes(result) : List.of(),
                dualPath.isPresent());
    }

    /** Returns the origin AS that the router uses: with AS_PATH beside BGPsec_PATH, that of AS_PATH. */
    private OptionalLong originAs(List<Segment> segments) {
        if (dualPath.isPresent()) {
            return originAs(dualPath.get(), targetAs());
        }
        if (segments.isEmpty()) {
            return OptionalLong.empty();
        }
        // The equivalent AS_PATH ends with a confederation segment (RFC 8205 section 4.4).
        Segment origin = segments.getLast();
        return origin.confed() ? targetAs() : OptionalLong.of(origin.asn());
    }

    /** Returns the origin AS of a path; the AS of the receiving router for a path that originates in it. */
    private static OptionalLong originAs(AsPath path, OptionalLong ownAs) {
        return path.originatesInOwnAs() ? ownAs : path.originAs();
    }

    private static List<DecodedRequest> of(Request.Message request, PeerKind peer) {
        return switch (BgpCodec.decode(request.bytes(), BgpSessionOptions.DEFAULT)) {
            case Decoded.Damaged<BgpMessage>(WireError error, Bytes _) ->
                List.of(ready(request, damaged(request, error)));
            case Decoded.Ok<BgpMessage>(BgpMessage message) ->
                message instanceof Update update
                        ? of(request, update, peer)
                        : List.of(ready(request, new Response.Unreadable(request.id(), "not an UPDATE")));
        };
    }

    private static List<DecodedRequest> of(Request.Message request, Update received, PeerKind peer) {
        Reception reception =
                new Reception(peer.sender(request.targetAs(), request.peerAs()), false, true, true, false);
        UpdateCheck checked = UpdateCheck.of(received, reception);
        Update update = checked.usable();
        boolean signed = update.has(PathAttribute.BGPSEC_PATH);
        @Nullable MpReach reach = update.find(MpReach.class).orElse(null);
        if (!signed && update.nlri().isEmpty() && reach == null) {
            return List.of(ready(request, new Response.Unreadable(request.id(), "the UPDATE announces nothing")));
        }
        List<Prefix> prefixes = Stream.concat(
                        reach == null ? Stream.empty() : reach.nlri().stream(), update.nlri().stream())
                .map(Nlri::prefix)
                .toList();
        PeerRelation relation = peer.relation(request.targetAs(), request.peerAs());
        boolean dualPath = peer.dualPath() && UpdateRules.isDualPath(update);
        List<Finding> findings = dualPath
                ? UpdateRules.checkDualPath(checked, true)
                : UpdateRules.check(checked, !peer.dualPath(), relation);
        List<Finding> discards = UpdateRules.discards(checked);
        Optional<BgpsecPath> attribute = update.find(BgpsecPath.class);
        if (attribute.isEmpty()) {
            return List.of(ready(request, unsigned(request, update, prefixes, findings, discards)));
        }
        if (!dualPath) {
            return List.of(
                    signed(request, attribute.get(), reach, prefixes, Optional.empty(), findings, discards, peer));
        }
        AsPath asPath = update.find(AsPath.class).orElse(NO_AS_PATH);
        List<List<Prefix>> paths = prefixes.isEmpty()
                ? List.of(prefixes)
                : prefixes.stream().map(List::of).toList();
        return paths.stream()
                .map(one -> signed(request, attribute.get(), reach, one, Optional.of(asPath), findings, discards, peer))
                .toList();
    }

    private static DecodedRequest signed(
            Request.Message request,
            BgpsecPath attribute,
            @Nullable MpReach reach,
            List<Prefix> prefixes,
            Optional<AsPath> dualPath,
            List<Finding> findings,
            List<Finding> discards,
            PeerKind peer) {
        PeerRelation relation = peer.relation(request.targetAs(), request.peerAs());
        Prefix prefix = prefixes.isEmpty() ? NO_PREFIX : prefixes.getFirst();
        PathContext context = new PathContext(
                prefixes.isEmpty() ? OptionalLong.empty() : request.targetAs(),
                relation == PeerRelation.INTERNAL ? OptionalLong.empty() : request.peerAs(),
                request.targetAs(),
                relation,
                peer.transparent(),
                reach == null || reach.family().afi() != prefix.afi() ? AfiSafi.IPV4_UNICAST : reach.family(),
                prefix);
        return new DecodedRequest(
                request,
                Optional.empty(),
                Optional.of(new PathValidator.Path(attribute.value(), context)),
                prefixes,
                dualPath,
                findings,
                discards);
    }

    private static DecodedRequest ready(Request request, Response response) {
        return new DecodedRequest(
                request, Optional.of(response), Optional.empty(), List.of(), Optional.empty(), List.of(), List.of());
    }

    /** Returns the response for an update so damaged that its prefixes are uncertain (RFC 7606 section 3). */
    private static Response damaged(Request.Message request, WireError error) {
        boolean cut = error.code() == WireError.Code.TRUNCATED || error.code() == WireError.Code.BAD_LENGTH;
        Rule rule = cut && error.where().contains("BGPsec_PATH") ? Rule.ATTRIBUTE_TRUNCATED : Rule.ATTRIBUTE_MALFORMED;
        Finding finding = Finding.ofPath(
                rule, error.where() + ": " + error.message() + " (byte " + error.offset() + " of the message).");
        return new Response.Verdict(
                request.id(),
                PathState.MALFORMED,
                List.of(),
                OptionalLong.empty(),
                request.targetAs(),
                List.of(),
                List.of(finding),
                List.of(),
                List.of(),
                false);
    }

    /** Returns the response for plain BGP, or for an UPDATE whose BGPsec_PATH has a damaged header. */
    private static Response unsigned(
            Request.Message request,
            Update update,
            List<Prefix> prefixes,
            List<Finding> findings,
            List<Finding> discards) {
        boolean example = update.attributes().stream()
                .anyMatch(a -> a instanceof UnknownAttribute unknown
                        && unknown.typeCode() == TYPE_IN_EXAMPLES
                        && BgpsecPathCodec.decode(unknown.value()) instanceof Decoded.Ok<SecurePath>);
        Optional<AsPath> asPath = update.find(AsPath.class);
        return new Response.Verdict(
                request.id(),
                findings.isEmpty() ? PathState.UNSIGNED : PathState.MALFORMED,
                prefixes,
                asPath.map(path -> originAs(path, request.targetAs())).orElse(OptionalLong.empty()),
                request.targetAs(),
                asPath.map(DecodedRequest::segments).orElse(List.of()),
                Stream.concat(
                                findings.stream().map(finding -> example ? withExampleHint(finding) : finding),
                                discards.stream())
                        .toList(),
                List.of(),
                List.of(),
                false);
    }

    private static Finding withExampleHint(Finding finding) {
        return finding.rule() == Rule.AS_PATH_MISSING
                ? Finding.ofPath(finding.rule(), finding.message() + EXAMPLE_HINT)
                : finding;
    }

    /** Converts AS_PATH to the form of a Secure_Path: repetitions become a pCount. */
    private static List<Segment> segments(AsPath path) {
        List<Segment> segments = new ArrayList<>();
        for (AsPath.Segment part : path.segments()) {
            boolean confed = part.type() == AsPath.AS_CONFED_SEQUENCE || part.type() == AsPath.AS_CONFED_SET;
            int flags = confed ? SecurePath.FLAG_CONFED_SEGMENT : 0;
            for (long asn : part.asns()) {
                if (!segments.isEmpty()
                        && segments.getLast().asn() == asn
                        && segments.getLast().flags() == flags) {
                    Segment last = segments.removeLast();
                    segments.add(new Segment(last.pCount() + 1, flags, asn));
                } else {
                    segments.add(new Segment(1, flags, asn));
                }
            }
        }
        return segments;
    }

    private OptionalLong targetAs() {
        return request instanceof Request.Message message ? message.targetAs() : OptionalLong.empty();
    }

    /** Returns the signed bytes of the hops; empty where nothing was hashed. */
    private List<Bytes> signedBytes(PathResult result) {
        if (path.isEmpty()
                || !(BgpsecPathCodec.decode(path.get().attribute())
                        instanceof Decoded.Ok<SecurePath>(SecurePath whole))) {
            return List.of();
        }
        PathContext context = path.get().context();
        return result.hops().stream()
                .map((HopResult hop) -> hop.digest().isEmpty()
                        ? Bytes.EMPTY
                        : SignedBytes.of(
                                whole,
                                hop.block(),
                                hop.hop(),
                                context.targetAs().orElseThrow(),
                                context.family(),
                                context.prefix()))
                .toList();
    }
}
