package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Datum.Flag;
import io.gpuledger.analyzer.fit.device.Datum.Text;
import io.gpuledger.analyzer.fit.device.Datum.Whole;
import io.gpuledger.analyzer.fit.device.Syntax.Binary;
import io.gpuledger.analyzer.fit.device.Syntax.Call;
import io.gpuledger.analyzer.fit.device.Syntax.Choice;
import io.gpuledger.analyzer.fit.device.Syntax.Field;
import io.gpuledger.analyzer.fit.device.Syntax.Index;
import io.gpuledger.analyzer.fit.device.Syntax.ListOf;
import io.gpuledger.analyzer.fit.device.Syntax.Literal;
import io.gpuledger.analyzer.fit.device.Syntax.Minus;
import io.gpuledger.analyzer.fit.device.Syntax.Name;
import io.gpuledger.analyzer.fit.device.Syntax.Not;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads an expression of CEL: all of its operators and calls, texts, whole numbers and lists. What is left, as
/// maps and numbers with a point, makes it unreadable.
final class Parser {
    /// Kubernetes takes no longer one.
    private static final int CHARACTERS_MAX = 10 * 1024;

    private static final int DEPTH_MAX = 60;
    private static final int CHAIN_MAX = 500;
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:(r?\"(?:[^\"\\\\\\n]|\\\\.)*+\"|r?'(?:[^'\\\\\\n]|\\\\.)*+')"
                    + "|([A-Za-z_][A-Za-z0-9_]*+)|(\\d++(?![.\\deExu]))|(&&|\\|\\||[=!<>]=|[-<>!?:.,+*/%()\\[\\]]))");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
    private static final String ESCAPES = "\\\"'`?";

    /// From those that bind the least to those that bind the most.
    private static final List<Set<String>> OPERATORS = List.of(
            Set.of("||"),
            Set.of("&&"),
            Set.of("<", "<=", ">", ">=", "==", "!=", "in"),
            Set.of("+", "-"),
            Set.of("*", "/", "%"));

    private static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final List<String> tokens;
    private int at;
    private int depth;

    private Parser(List<String> tokens) {
        this.tokens = tokens;
    }

    /// Returns nothing where it cannot be read here.
    static Optional<Syntax> read(String text) {
        try {
            var parser = new Parser(tokens(text));
            var syntax = parser.expression();
            return parser.at == parser.tokens.size() ? Optional.of(syntax) : Optional.empty();
        } catch (UnreadableException _) {
            return Optional.empty();
        }
    }

    private static List<String> tokens(String text) throws UnreadableException {
        if (text.length() > CHARACTERS_MAX) {
            throw new UnreadableException();
        }
        var stripped = text.strip();
        var tokens = new ArrayList<String>();
        var matcher = TOKEN.matcher(stripped);
        var end = 0;
        while (end < stripped.length()) {
            if (!matcher.region(end, stripped.length()).lookingAt()) {
                throw new UnreadableException();
            }
            tokens.add(matcher.group().strip());
            end = matcher.end();
        }
        return tokens;
    }

    private String token() {
        return at < tokens.size() ? tokens.get(at) : "";
    }

    private String next() {
        var token = token();
        at++;
        return token;
    }

    private boolean takes(String token) {
        if (token().equals(token)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String token) throws UnreadableException {
        if (!takes(token)) {
            throw new UnreadableException();
        }
    }

    private Syntax expression() throws UnreadableException {
        if (++depth > DEPTH_MAX) {
            throw new UnreadableException();
        }
        var condition = binary(0);
        if (takes("?")) {
            var yes = expression();
            expect(":");
            condition = new Choice(condition, yes, expression());
        }
        depth--;
        return condition;
    }

    private Syntax binary(int level) throws UnreadableException {
        if (level == OPERATORS.size()) {
            return unary();
        }
        var left = binary(level + 1);
        var length = 0;
        while (OPERATORS.get(level).contains(token())) {
            if (++length > CHAIN_MAX) {
                throw new UnreadableException();
            }
            left = new Binary(next(), left, binary(level + 1));
        }
        return left;
    }

    private Syntax unary() throws UnreadableException {
        if (++depth > DEPTH_MAX) {
            throw new UnreadableException();
        }
        var syntax = takes("!") ? new Not(unary()) : takes("-") ? new Minus(unary()) : member();
        depth--;
        return syntax;
    }

    private Syntax member() throws UnreadableException {
        var syntax = primary();
        for (var length = 0; length < DEPTH_MAX; length++) {
            if (takes(".")) {
                var name = identifier();
                syntax = takes("(") ? new Call(Optional.of(syntax), name, upTo(")")) : new Field(syntax, name);
            } else if (takes("[")) {
                syntax = new Index(syntax, expression());
                expect("]");
            } else {
                return syntax;
            }
        }
        throw new UnreadableException();
    }

    private String identifier() throws UnreadableException {
        var name = next();
        if (name.isEmpty() || !isWord(name)) {
            throw new UnreadableException();
        }
        return name;
    }

    private static boolean isWord(String token) {
        return (Character.isLetter(token.charAt(0)) || token.charAt(0) == '_')
                && !token.endsWith("\"")
                && !token.endsWith("'");
    }

    private List<Syntax> upTo(String end) throws UnreadableException {
        var items = new ArrayList<Syntax>();
        while (!takes(end)) {
            items.add(expression());
            if (!token().equals(end)) {
                expect(",");
            }
        }
        return items;
    }

    private Syntax primary() throws UnreadableException {
        var token = next();
        if (token.isEmpty()) {
            throw new UnreadableException();
        }
        if (token.endsWith("\"") || token.endsWith("'")) {
            return new Literal(new Text(text(token)));
        }
        if (Character.isDigit(token.charAt(0))) {
            return new Literal(new Whole(whole(token)));
        }
        return switch (token) {
            case "(" -> {
                var inner = expression();
                expect(")");
                yield inner;
            }
            case "[" -> new ListOf(upTo("]"));
            case "true" -> new Literal(new Flag(true));
            case "false" -> new Literal(new Flag(false));
            default -> named(token);
        };
    }

    private Syntax named(String token) throws UnreadableException {
        if (!isWord(token) || token.equals("in") || token.equals("null")) {
            throw new UnreadableException();
        }
        return takes("(") ? called(token, upTo(")")) : new Name(token);
    }

    /// An amount or a version that is written down is read once.
    private static Syntax called(String function, List<Syntax> arguments) {
        return arguments.size() == 1 && arguments.getFirst() instanceof Literal(Text text)
                ? new Literal(Functions.of(false, function, List.of(text)))
                : new Call(Optional.empty(), function, arguments);
    }

    private static long whole(String digits) throws UnreadableException {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException _) {
            throw new UnreadableException();
        }
    }

    /// Reads a text. Of escapes only those are understood in which a backslash stands before the character that is
    /// meant.
    private static String text(String token) throws UnreadableException {
        if (token.charAt(0) == 'r') {
            return token.substring(2, token.length() - 1);
        }
        var inner = token.substring(1, token.length() - 1);
        var escapes = ESCAPE.matcher(inner);
        while (escapes.find()) {
            if (!ESCAPES.contains(escapes.group(1))) {
                throw new UnreadableException();
            }
        }
        return ESCAPE.matcher(inner).replaceAll("$1");
    }
}
