// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/** The best paths of BIRD, through its control socket. The last line of a response begins with a code and a space. */
public final class BirdPaths implements Poller.Source {
    private static final Pattern LAST_LINE = Pattern.compile("(?:^|\n)[089]\\d{3} [^\n]*\n$");
    private static final Pattern AS_PATH = Pattern.compile("BGP\\.as_path:([ 0-9]*)");
    private static final Pattern NEXT_HOP = Pattern.compile("BGP\\.next_hop: (\\S+)");
    /** The neighbor is after the time of the path, in the brackets of the protocol's name. */
    private static final Pattern FROM = Pattern.compile("\\[\\S+ [^\\]]* from (\\S+)\\]");

    private static final Pattern LOCAL_PREF = Pattern.compile("BGP\\.local_pref: (\\d+)");

    private final UnixSocket socket;

    public BirdPaths(Path control) throws IOException {
        socket = new UnixSocket(control);
        socket.read(BirdPaths::isComplete);
    }

    @Override
    public Best best(Prefix prefix) throws IOException {
        socket.send("show route " + prefix + " primary all\n");
        String answer = text(socket.read(BirdPaths::isComplete));
        Matcher nextHop = NEXT_HOP.matcher(answer);
        Matcher preference = LOCAL_PREF.matcher(answer);
        Matcher asPath = AS_PATH.matcher(answer);
        Matcher from = FROM.matcher(answer);
        return nextHop.find()
                ? Best.of(
                        nextHop.group(1),
                        preference.find() ? Long.parseLong(preference.group(1)) : 0,
                        from.find() ? from.group(1) : "",
                        asPath.find() ? asPath.group(1).strip() : "")
                : Best.NONE;
    }

    private static boolean isComplete(byte[] bytes) {
        String text = text(bytes);
        return text.startsWith("0001 ")
                ? text.endsWith("\n")
                : LAST_LINE.matcher(text).find();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
