package io.gpuledger.analyzer.scrape.http;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where a page is. Read by hand, as `java.net.URI` knows no host with an underscore, which Docker and DNS allow.
///
/// @param host a name or an address, without brackets
/// @param resource the path and the query: what stands in a request's first line
public record Url(boolean secure, String host, int port, String resource) {
    private static final Pattern FORM = Pattern.compile(
            "(?<scheme>[a-zA-Z]+)://(?<host>\\[[0-9a-fA-F:.]+(?:%[\\w.~-]+)?]|[^\\s/:?#@\\[\\]\\p{Cntrl}]+)"
                    + "(?::(?<port>\\d{1,5}))?(?<path>/[^\\s?#\\p{Cntrl}]*)?(?<query>\\?[^\\s#\\p{Cntrl}]*)?(?:#.*)?");

    private static final Pattern ABSOLUTE = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*");

    /// Throws [IllegalArgumentException] with what is expected instead.
    public static Url parse(String text) {
        var match = FORM.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("must be a URL such as http://10.0.0.1:9400/metrics, and is " + text);
        }
        var secure = isSecure(match.group("scheme"));
        var port =
                Optional.ofNullable(match.group("port")).map(Integer::parseInt).orElse(defaultPort(secure));
        if (port == 0 || port > 65535) {
            throw new IllegalArgumentException("must have a port from 1 to 65535, and is " + text);
        }
        var path = Optional.ofNullable(match.group("path")).orElse("/");
        var query = Optional.ofNullable(match.group("query")).orElse("");
        return new Url(secure, match.group("host").replaceAll("[\\[\\]]", ""), port, path + query);
    }

    private static boolean isSecure(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "http" -> false;
            case "https" -> true;
            default -> throw new IllegalArgumentException("must begin with http:// or https://, not " + scheme + "://");
        };
    }

    private static int defaultPort(boolean secure) {
        return secure ? 443 : 80;
    }

    /// Returns the URL to which a redirect from here leads.
    Url resolve(String location) {
        if (location.startsWith("//")) {
            return parse(scheme() + ":" + location);
        }
        if (ABSOLUTE.matcher(location).matches()) {
            return parse(location);
        }
        if (location.startsWith("/")) {
            return parse(origin() + location);
        }
        var path = resource.replaceFirst("\\?.*", "");
        var base = location.startsWith("?") ? path : path.substring(0, path.lastIndexOf('/') + 1);
        return parse(origin() + base + location);
    }

    /// Returns whether a connection to the one can be asked for the other.
    boolean isOfSameOrigin(Url other) {
        return secure == other.secure && port == other.port && host.equalsIgnoreCase(other.host);
    }

    /// Returns whether what is shown here may be shown there, too: it may to the same host, and never in the clear
    /// after TLS.
    boolean sharesSecretsWith(Url other) {
        return isOfSameOrigin(other) || (host.equalsIgnoreCase(other.host) && !secure && other.secure);
    }

    public String scheme() {
        return secure ? "https" : "http";
    }

    /// As the `Host` header has it: no port where it is the scheme's own, and no zone of this machine's.
    String authority() {
        var name = host.contains(":") ? "[" + host.replaceFirst("%.*", "") + "]" : host;
        return port == defaultPort(secure) ? name : name + ":" + port;
    }

    private String origin() {
        return scheme() + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /// With its port, always, so that a URL has one spelling.
    @Override
    public String toString() {
        return origin() + resource;
    }
}
