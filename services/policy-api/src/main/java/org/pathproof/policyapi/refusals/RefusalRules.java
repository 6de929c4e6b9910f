// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.refusals;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.OriginValidation;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.origin.ComparablePath;
import org.pathproof.routes.AspaPaths;
import org.pathproof.routes.ContractTypes;
import org.pathproof.routes.PathContexts;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.wire.Bytes;

/** The rules about refused routes. */
final class RefusalRules {
    private RefusalRules() {}

    /** Returns true if a route of the same neighbor and prefix shows that the refused route is still announced. */
    static boolean isStillRefused(Route route, Verdict refused) {
        PathState state = route.state();
        return state == PathState.NOT_VALID
                || state == PathState.MALFORMED
                || isInvalid(route)
                || state == PathState.UNSIGNED && isUnsigned(refused) && !isInvalid(refused);
    }

    /** Returns true if a route is the refused one without its signatures: UNSIGNED, with the same AS_PATH. */
    static boolean isShadow(Route route, Verdict refused) {
        return route.state() == PathState.UNSIGNED && !isUnsigned(refused) && isSamePath(route, refused);
    }

    /** Returns true if a route of the same neighbor and prefix replaces the refused route with an accepted path. */
    static boolean isAccepted(Route route, Verdict refused) {
        return !isStillRefused(route, refused)
                && (route.state() == PathState.VALID
                        || route.state() == PathState.UNSIGNED && !isShadow(route, refused));
    }

    private static boolean isUnsigned(Verdict refused) {
        return refused.getState() == ContractTypes.toContract(PathState.UNSIGNED);
    }

    private static boolean isInvalid(Route route) {
        return route.origin() == OriginVerdict.INVALID || route.aspa() == AspaVerdict.INVALID;
    }

    private static boolean isInvalid(Verdict verdict) {
        return verdict.getOrigin() == ContractTypes.toContract(OriginState.INVALID)
                || verdict.getAspa() == AspaState.ASPA_INVALID;
    }

    private static boolean isSamePath(Route route, Verdict refused) {
        Set<Long> own = route.sessionView()
                .session()
                .filter(Session::hasLocalAs)
                .map(session -> Set.of(Integer.toUnsignedLong(session.getLocalAs())))
                .orElse(Set.of());
        return path(route.path().decode(), own).equals(path(refused, own));
    }

    private static ComparablePath path(Verdict verdict, Set<Long> own) {
        List<Long> asns =
                verdict.getAsPathList().stream().map(Integer::toUnsignedLong).toList();
        return ComparablePath.of(asns, own);
    }

    /** Returns the verdict on the refused path under other RPKI data. */
    static Verdict validate(RouteKey key, Verdict refused, RpkiSet set, SignatureVerifier verifier) {
        Verdict.Builder now = refused.toBuilder();
        Announcement announcement = refused.getAnnouncement();
        if (announcement.hasBgpsecPath() && announcement.getFindingsCount() == 0) {
            PathState state = PathValidator.validate(
                            Bytes.wrap(announcement.getBgpsecPath().toByteArray()),
                            PathContexts.of(key, announcement),
                            set::routerKeys,
                            verifier,
                            true)
                    .state();
            now.setState(ContractTypes.toContract(state));
        }
        if (refused.hasOriginAs() && !refused.getOriginUncertain()) {
            OptionalLong origin = OptionalLong.of(Integer.toUnsignedLong(refused.getOriginAs()));
            now.setOrigin(ContractTypes.toContract(
                    OriginValidation.of(key.prefix(), origin, set::covering).state()));
        }
        if (refused.getAspa() != AspaState.ASPA_NOT_VERIFIED) {
            now.setAspa(ContractTypes.toContract(
                    AspaPaths.verify(refused, set::aspa).state()));
        }
        return now.build();
    }

    /** Returns true for the verdict on a path that no rule refuses. */
    static boolean isValid(Verdict verdict) {
        return verdict.getState() == ContractTypes.toContract(PathState.VALID) && !isInvalid(verdict);
    }
}
