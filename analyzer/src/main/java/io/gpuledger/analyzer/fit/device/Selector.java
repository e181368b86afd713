package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Datum.Fault;
import io.gpuledger.analyzer.fit.device.Datum.Fields;
import io.gpuledger.analyzer.fit.device.Datum.Flag;
import io.gpuledger.analyzer.fit.device.Datum.Text;
import io.gpuledger.analyzer.fit.device.Datum.Unknown;
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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Says by an expression of CEL which devices are selected. It knows what selectors of devices are made of;
/// whatever it does not know is [Unknown], and so is what depends on that.
///
/// `&&` and `||` are as CEL has them: what one side decides is decided, whatever the other one is.
final class Selector {
    private static final String DEVICE = "device";

    /// What is the name of something here: the device, and what is bound by `cel.bind`.
    private record Scope(Map<String, Datum> names, Effort effort) {
        Scope with(String name, Datum value) {
            var more = new TreeMap<>(names);
            more.put(name, value);
            return new Scope(more, effort);
        }
    }

    private final Optional<Syntax> syntax;

    Selector(String expression) {
        this.syntax = Parser.read(expression);
    }

    /// Returns a [Flag], a [Fault], or [Unknown].
    Datum selects(Device device, Effort effort) {
        if (syntax.isEmpty()) {
            return new Unknown("the expression cannot be read here");
        }
        var scope = new Scope(Map.of(DEVICE, new DeviceFields.OfDevice(device)), effort);
        return switch (of(syntax.get(), scope)) {
            case Flag flag -> flag;
            case Fault fault -> fault;
            case Unknown unknown -> unknown;
            default -> new Fault("the expression is not true or false");
        };
    }

    private static Datum of(Syntax syntax, Scope scope) {
        if (!scope.effort().step()) {
            return new Unknown("it takes too long to find out");
        }
        return switch (syntax) {
            case Literal(var value) -> value;
            case Name(var name) ->
                Optional.ofNullable(scope.names().get(name)).orElseGet(() -> new Unknown(name + " is not known here"));
            case ListOf(var items) ->
                new Datum.Items(items.stream().map(item -> of(item, scope)).toList());
            case Field(var of, var name) -> field(of(of, scope), name);
            case Index(var of, var key) -> index(of(of, scope), of(key, scope));
            case Not(var of) ->
                switch (of(of, scope)) {
                    case Flag(var value) -> Datum.of(!value);
                    case Datum other -> open(other, "!");
                };
            case Minus(var of) ->
                switch (of(of, scope)) {
                    case Whole(var value) -> new Whole(-value);
                    case Datum other -> open(other, "-");
                };
            case Binary one -> binary(one, scope);
            case Choice(var condition, var yes, var no) ->
                switch (of(condition, scope)) {
                    case Flag(var is) -> of(is ? yes : no, scope);
                    case Datum other -> open(other, "?:");
                };
            case Call call -> call(call, scope);
        };
    }

    /// What is not as it should be is a fault, and what is not known stays that.
    private static Datum open(Datum value, String what) {
        return value instanceof Unknown || value instanceof Fault
                ? value
                : new Fault(what + " of something that it does not take");
    }

    private static Datum field(Datum of, String name) {
        return of instanceof Fields fields
                ? fields.find(name).orElseGet(() -> new Fault("no such key: " + name))
                : open(of, "." + name);
    }

    private static Datum index(Datum of, Datum key) {
        if (key instanceof Text(var name) && of instanceof Fields) {
            return field(of, name);
        }
        return key instanceof Unknown || of instanceof Unknown
                ? new Unknown("an index that is not known here")
                : open(of instanceof Fault ? of : key, "[]");
    }

    private static Datum binary(Binary one, Scope scope) {
        var left = of(one.left(), scope);
        return switch (one.operator()) {
            case "&&" -> together(left, one.right(), false, scope);
            case "||" -> together(left, one.right(), true, scope);
            default -> Operations.of(one.operator(), left, of(one.right(), scope));
        };
    }

    /// @param deciding the value of one side that decides, whatever the other one is
    private static Datum together(Datum left, Syntax other, boolean deciding, Scope scope) {
        if (left.equals(Datum.of(deciding))) {
            return left;
        }
        var right = of(other, scope);
        if (right.equals(Datum.of(deciding))) {
            return right;
        }
        if (left instanceof Unknown || right instanceof Unknown) {
            return left instanceof Unknown ? left : right;
        }
        return left instanceof Flag ? (right instanceof Flag ? right : open(right, "&&")) : open(left, "&&");
    }

    private static Datum call(Call call, Scope scope) {
        if (call.of().isEmpty()
                && call.function().equals("has")
                && call.arguments().size() == 1) {
            return has(call.arguments().getFirst(), scope);
        }
        if (call.of().filter(new Name("cel")::equals).isPresent()) {
            return call.function().equals("bind")
                            && call.arguments().size() == 3
                            && call.arguments().getFirst() instanceof Name(var name)
                    ? of(
                            call.arguments().get(2),
                            scope.with(name, of(call.arguments().get(1), scope)))
                    : new Unknown("cel.%s is not known here".formatted(call.function()));
        }
        var all = new ArrayList<Datum>();
        call.of().ifPresent(of -> all.add(of(of, scope)));
        call.arguments().forEach(argument -> all.add(of(argument, scope)));
        return Functions.of(call.of().isPresent(), call.function(), all);
    }

    private static Datum has(Syntax argument, Scope scope) {
        if (!(argument instanceof Field(var of, var name))) {
            return new Unknown("has() of no field");
        }
        return switch (of(of, scope)) {
            case Fields fields -> Datum.of(fields.has(name));
            case Datum other -> open(other, "has()");
        };
    }
}
