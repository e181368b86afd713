package io.gpuledger.service.webconfig;

import io.gpuledger.service.settings.Suggestion;
import io.gpuledger.service.tls.ClientAuth;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// These are Go's words, and what they mean to a JDK.
final class Vocabulary {
    private static final Map<String, ClientAuth> CLIENT_AUTH = Map.of(
            "NoClientCert", ClientAuth.NO_CLIENT_CERT,
            "RequestClientCert", ClientAuth.REQUEST_CLIENT_CERT,
            "RequireAnyClientCert", ClientAuth.REQUIRE_ANY_CLIENT_CERT,
            // An older spelling, which the toolkit takes too.
            "RequireClientCert", ClientAuth.REQUIRE_ANY_CLIENT_CERT,
            "VerifyClientCertIfGiven", ClientAuth.VERIFY_CLIENT_CERT_IF_GIVEN,
            "RequireAndVerifyClientCert", ClientAuth.REQUIRE_AND_VERIFY_CLIENT_CERT);

    private static final Map<String, String> CURVES = Map.of(
            "CurveP256", "secp256r1",
            "CurveP384", "secp384r1",
            "CurveP521", "secp521r1",
            "X25519", "x25519");

    private static final String DURATION_PART = "(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h)";
    private static final Pattern DURATION = Pattern.compile("(?:" + DURATION_PART + ")+");
    private static final Map<String, Double> UNIT_NANOS =
            Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9);

    private Vocabulary() {}

    static ClientAuth clientAuth(String word) {
        return one("client_auth_type", word, CLIENT_AUTH);
    }

    static String curve(String word) {
        return one("curve", word, CURVES);
    }

    /// Reads `1s`, `1m30s` or `0`.
    static Duration duration(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        if (!DURATION.matcher(text).matches()) {
            throw new IllegalArgumentException("must be a duration such as 500ms or 1m30s, not '" + text + "'");
        }
        var nanos = Pattern.compile(DURATION_PART)
                .matcher(text)
                .results()
                .mapToDouble(Vocabulary::nanos)
                .sum();
        return Duration.ofNanos(Math.round(nanos));
    }

    private static double nanos(MatchResult part) {
        return Double.parseDouble(part.group(1)) * UNIT_NANOS.getOrDefault(part.group(2), 0.0);
    }

    static <T> T one(String what, String word, Map<String, T> known) {
        var words = new LinkedHashMap<>(known).keySet();
        if (!known.containsKey(word)) {
            throw new IllegalArgumentException("'" + word + "' is no " + what + " that is known; "
                    + Suggestion.nearest(word, words)
                            .map(meant -> "did you mean " + meant + "?")
                            .orElse("it must be one of "
                                    + String.join(", ", words.stream().sorted().toList())));
        }
        return Objects.requireNonNull(known.get(word));
    }
}
