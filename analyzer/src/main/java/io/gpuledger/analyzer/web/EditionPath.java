package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Says how an edition is named in a path. A team may have any name. What would part a path, or stand for
/// another folder, is written with a tilde and two hexadecimal digits instead of a per cent sign, as browsers
/// and proxies read the latter before they look where the parts of a path end.
final class EditionPath {
    private static final String FLEET = "-";
    private static final Pattern SPECIAL = Pattern.compile("[~/\\\\%]");
    private static final Pattern ALONE = Pattern.compile("-|\\.+");
    private static final Pattern ESCAPED = Pattern.compile("~([0-9A-F]{2})");

    private EditionPath() {}

    static String of(Edition edition) {
        return switch (edition) {
            case OfFleet() -> FLEET;
            case OfTeam(var name) ->
                URLEncoder.encode(escaped(name), StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace("%7E", "~");
        };
    }

    private static String escaped(String name) {
        return ALONE.matcher(name).matches()
                ? escape(name.charAt(0)) + name.substring(1)
                : SPECIAL.matcher(name).replaceAll(found -> escape(found.group().charAt(0)));
    }

    private static String escape(char c) {
        return "~" + HexFormat.of().withUpperCase().toHexDigits((byte) c);
    }

    /// @param part the part of a path, with what per cent signs stand for
    static Edition read(String part) {
        return part.equals(FLEET)
                ? new OfFleet()
                : new OfTeam(ESCAPED.matcher(part)
                        .replaceAll(found -> Matcher.quoteReplacement(
                                String.valueOf((char) HexFormat.fromHexDigits(found.group(1))))));
    }
}
