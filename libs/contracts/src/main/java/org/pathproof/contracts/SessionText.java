// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.NetworkText;

/**
 * Bounds and escapes the text of session records. Writers and readers use it, because other programs may write to the
 * topic.
 */
public final class SessionText {
    private SessionText() {}

    /**
     * Returns the record with every text bounded and escaped by {@link NetworkText}. A record with clean text is
     * returned as the same object.
     */
    public static Session clean(Session record) {
        String routerIp = NetworkText.name(record.getRouterIp());
        String routerName = NetworkText.name(record.getRouterName());
        String peerIp = NetworkText.name(record.getPeerIp());
        String downReason = NetworkText.description(record.getDownReason());
        String collectorId = NetworkText.name(record.getCollectorId());
        String tableWarning = NetworkText.name(record.getTableWarning());
        String describedBy = NetworkText.name(record.getDescribedBy());
        String vrf = NetworkText.name(record.getVrf());
        String peerName = NetworkText.description(record.getPeerName());
        String sessionWarning = NetworkText.name(record.getSessionWarning());
        String instanceName = NetworkText.name(record.getInstanceName());
        String sysDescr = NetworkText.name(record.getSysDescr());
        String sysName = NetworkText.name(record.getSysName());
        if (routerIp.equals(record.getRouterIp())
                && routerName.equals(record.getRouterName())
                && peerIp.equals(record.getPeerIp())
                && downReason.equals(record.getDownReason())
                && collectorId.equals(record.getCollectorId())
                && tableWarning.equals(record.getTableWarning())
                && describedBy.equals(record.getDescribedBy())
                && vrf.equals(record.getVrf())
                && peerName.equals(record.getPeerName())
                && sessionWarning.equals(record.getSessionWarning())
                && instanceName.equals(record.getInstanceName())
                && sysDescr.equals(record.getSysDescr())
                && sysName.equals(record.getSysName())) {
            return record;
        }
        return record.toBuilder()
                .setRouterIp(routerIp)
                .setRouterName(routerName)
                .setPeerIp(peerIp)
                .setDownReason(downReason)
                .setCollectorId(collectorId)
                .setTableWarning(tableWarning)
                .setDescribedBy(describedBy)
                .setVrf(vrf)
                .setPeerName(peerName)
                .setSessionWarning(sessionWarning)
                .setInstanceName(instanceName)
                .setSysDescr(sysDescr)
                .setSysName(sysName)
                .build();
    }
}
