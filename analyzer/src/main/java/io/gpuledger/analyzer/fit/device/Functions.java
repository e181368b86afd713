package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Datum.Amount;
import io.gpuledger.analyzer.fit.device.Datum.Fault;
import io.gpuledger.analyzer.fit.device.Datum.Text;
import io.gpuledger.analyzer.fit.device.Datum.Unknown;
import io.gpuledger.analyzer.fit.device.Datum.Versioned;
import io.gpuledger.analyzer.fit.device.Datum.Whole;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// The functions of CEL and of Kubernetes that selectors of devices use.
final class Functions {
    /// Those regular expressions that mean the same to RE2 and here, and that cannot take long: with three
    /// choices or repetitions a text of 64 characters is gone through in a quarter of a million steps.
    private static final Pattern PLAIN = Pattern.compile(
            "(?:[A-Za-z0-9 _:/,^$.*+?|()-]|\\\\[dws.+*?()|^$-]" + "|\\[\\^?[A-Za-z0-9 _.:/-]{1,64}])*+");

    private static final Pattern POSSESSIVE = Pattern.compile("(?<!\\\\)[*+?]\\+");
    private static final Pattern CHOICES = Pattern.compile("(?<!\\\\)[*+?|]");
    private static final int CHOICES_MAX = 3;
    private static final int TEXT_MAX = 64;

    private Functions() {}

    /// @param isMember whether it is called on the first of these
    static Datum of(boolean isMember, String name, List<Datum> all) {
        for (var one : all) {
            if (one instanceof Unknown) {
                return one;
            }
        }
        for (var one : all) {
            if (one instanceof Fault) {
                return one;
            }
        }
        return switch (all.size()) {
            case 1 -> isMember ? ofText(name, all.getFirst()) : made(name, all.getFirst());
            case 2 -> isMember ? of(name, all.getFirst(), all.getLast()) : unknown(name);
            default -> unknown(name);
        };
    }

    private static Datum unknown(String name) {
        return new Unknown(name + "() is not known here");
    }

    private static Datum ofText(String name, Datum on) {
        return switch (on) {
            case Text(var text) when name.equals("lowerAscii") -> new Text(text.toLowerCase(Locale.ROOT));
            case Text(var text) when name.equals("upperAscii") -> new Text(text.toUpperCase(Locale.ROOT));
            case Text(var text) when name.equals("size") -> new Whole(text.codePointCount(0, text.length()));
            case Versioned(var version) ->
                switch (name) {
                    case "major" -> new Whole(version.numbers().get(0).longValue());
                    case "minor" -> new Whole(version.numbers().get(1).longValue());
                    case "patch" -> new Whole(version.numbers().get(2).longValue());
                    default -> unknown(name);
                };
            default -> unknown(name);
        };
    }

    private static Datum made(String name, Datum from) {
        if (!(from instanceof Text(var text))) {
            return unknown(name);
        }
        return switch (name) {
            case "quantity" ->
                Quantities.of(text).<Datum>map(Amount::new).orElseGet(() -> new Fault("no quantity: " + text));
            case "isQuantity" -> Datum.of(Quantities.of(text).isPresent());
            case "semver" ->
                Version.of(text).<Datum>map(Versioned::new).orElseGet(() -> new Fault("no version: " + text));
            case "isSemver" -> Datum.of(Version.of(text).isPresent());
            default -> unknown(name);
        };
    }

    private static Datum of(String name, Datum on, Datum other) {
        if (on instanceof Text(var text) && other instanceof Text(var part)) {
            return switch (name) {
                case "startsWith" -> Datum.of(text.startsWith(part));
                case "endsWith" -> Datum.of(text.endsWith(part));
                case "contains" -> Datum.of(text.contains(part));
                case "matches" -> matches(text, part);
                default -> unknown(name);
            };
        }
        return compared(name, Operations.compared(on, other));
    }

    private static Datum compared(String name, OptionalInt compared) {
        return switch (name) {
            case "compareTo", "isGreaterThan", "isLessThan" -> {
                if (compared.isEmpty()) {
                    yield new Fault("no such overload: " + name);
                }
                var order = compared.getAsInt();
                yield switch (name) {
                    case "compareTo" -> new Whole(Integer.signum(order));
                    case "isGreaterThan" -> Datum.of(order > 0);
                    default -> Datum.of(order < 0);
                };
            }
            case "startsWith", "endsWith", "contains", "matches" -> new Fault("no such overload: " + name);
            default -> unknown(name);
        };
    }

    private static Datum matches(String text, String pattern) {
        var isPlain = text.length() <= TEXT_MAX
                && text.indexOf('\n') < 0
                && text.indexOf('\r') < 0
                && PLAIN.matcher(pattern).matches()
                && !POSSESSIVE.matcher(pattern).find()
                && CHOICES.matcher(pattern).results().count() <= CHOICES_MAX;
        if (!isPlain) {
            return new Unknown("this regular expression is not looked at here");
        }
        try {
            return Datum.of(Pattern.compile(pattern).matcher(text).find());
        } catch (PatternSyntaxException e) {
            return new Unknown("this regular expression is not looked at here: " + e.getDescription());
        }
    }
}
