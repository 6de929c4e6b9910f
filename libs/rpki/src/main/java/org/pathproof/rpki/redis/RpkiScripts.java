// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

/** The writer's Lua scripts. Redis executes each one atomically. */
final class RpkiScripts {
    /**
     * Defines {@code clock}, which returns the clock of Redis minus that of the caller in milliseconds. Readers need
     * not have the clock of the writer then. Returns an empty string if the user may not execute TIME.
     */
    private static final String CLOCK = """
            local function clock(callers)
                local now = redis.pcall('TIME')
                if now.err then return '' end
                return string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000) - callers)
            end
            """;

    /**
     * KEYS lease, fence, head; ARGV owner, milliseconds. Returns the token, or 0 if another process holds the lease.
     * The token exceeds that of the last writer, also after a failover that lost the newest value of the counter.
     */
    static final String ACQUIRE = """
            if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
            local token = redis.call('INCR', KEYS[2])
            local written = (redis.call('HGET', KEYS[3], 'fence') or '0') + 0
            if token <= written then
                token = written + 1
                redis.call('SET', KEYS[2], token)
            end
            redis.call('SET', KEYS[1], token .. ':' .. ARGV[1], 'PX', ARGV[2])
            return token
            """;

    /** KEYS lease; ARGV value, milliseconds. Returns 1 if the caller still held the lease. */
    static final String RENEW = """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            return redis.call('PEXPIRE', KEYS[1], ARGV[2])
            """;

    /** KEYS lease; ARGV value. Returns 1 if the caller held the lease. */
    static final String RELEASE = """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            return redis.call('DEL', KEYS[1])
            """;

    /**
     * KEYS lease, head; ARGV lease value, session, serial, updated, expires, time of the writer. Returns 'ok', 'lease'
     * if the caller does not hold the lease, or 'conflict' if the head has another session or serial.
     */
    static final String CONFIRM = CLOCK + """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'lease' end
            local head = redis.call('HMGET', KEYS[2], 'session', 'serial')
            if head[1] ~= ARGV[2] or head[2] ~= ARGV[3] then return 'conflict' end
            redis.call('HSET', KEYS[2], 'updated', ARGV[4], 'expires', ARGV[5], 'clock', clock(ARGV[6]))
            return 'ok'
            """;

    /** KEYS lease, head, report; ARGV lease value, token, report. Returns 1, or 0 if the caller is not the writer. */
    static final String REPORT = """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
            if (redis.call('HGET', KEYS[2], 'fence') or '0') + 0 > ARGV[2] + 0 then return 0 end
            redis.call('SET', KEYS[3], ARGV[3])
            return 1
            """;

    /**
     * Publishes change, snapshot and head, or nothing.
     *
     * <p>KEYS lease, head, changes, and the new snapshot if there is one; ARGV lease value, token, expected session,
     * expected serial (both empty: no head), session, serial, updated, expires, time of the writer, maximum number of
     * entries, format, parts, and the data if they go into the stream. Returns 'ok', 'lease', 'conflict', or 'snapshot'
     * if the snapshot is missing.
     */
    static final String PUBLISH = CLOCK + """
            if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'lease' end
            local head = redis.call('HMGET', KEYS[2], 'session', 'serial', 'fence', 'snapshot')
            if (head[3] or '0') + 0 > ARGV[2] + 0 then return 'lease' end
            if (head[1] or '') ~= ARGV[3] or (head[2] or '') ~= ARGV[4] then return 'conflict' end
            if KEYS[4] and redis.call('LLEN', KEYS[4]) ~= ARGV[12] + 0 then return 'snapshot' end
            local entry = {'session', ARGV[5], 'before', ARGV[4] == '' and '0' or ARGV[4], 'after', ARGV[6]}
            if ARGV[13] then entry[7] = 'data' entry[8] = ARGV[13] end
            local id = redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[10], '*', unpack(entry))
            redis.call('HSET', KEYS[2], 'format', ARGV[11], 'session', ARGV[5], 'serial', ARGV[6], 'fence', ARGV[2],
                'updated', ARGV[7], 'expires', ARGV[8], 'clock', clock(ARGV[9]))
            if KEYS[4] then
                redis.call('HSET', KEYS[2], 'snapshot', KEYS[4], 'parts', ARGV[12], 'position', id)
                redis.call('PERSIST', KEYS[4])
                if head[4] and head[4] ~= KEYS[4] then redis.call('EXPIRE', head[4], 60) end
            end
            return 'ok'
            """;

    private RpkiScripts() {}
}
