package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Datum.Amount;
import io.gpuledger.analyzer.fit.device.Datum.Fault;
import io.gpuledger.analyzer.fit.device.Datum.Fields;
import io.gpuledger.analyzer.fit.device.Datum.Flag;
import io.gpuledger.analyzer.fit.device.Datum.Items;
import io.gpuledger.analyzer.fit.device.Datum.Text;
import io.gpuledger.analyzer.fit.device.Datum.Unknown;
import io.gpuledger.analyzer.fit.device.Datum.Versioned;
import io.gpuledger.analyzer.fit.device.Datum.Whole;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// The operators of CEL that compare, as far as they are used on devices. Values of different types are not
/// equal, and nothing else can be said of them together.
final class Operations {
    private Operations() {}

    static Datum of(String operator, Datum left, Datum right) {
        var open = Stream.of(left, right)
                .filter(Unknown.class::isInstance)
                .findFirst()
                .or(() -> Stream.of(left, right).filter(Fault.class::isInstance).findFirst());
        if (open.isPresent()) {
            return open.get();
        }
        return switch (operator) {
            case "==" -> equal(left, right);
            case "!=" -> equal(left, right) instanceof Flag(var is) ? Datum.of(!is) : equal(left, right);
            case "in" -> in(left, right);
            case "<" -> ordered(left, right, compared -> compared < 0);
            case "<=" -> ordered(left, right, compared -> compared <= 0);
            case ">" -> ordered(left, right, compared -> compared > 0);
            case ">=" -> ordered(left, right, compared -> compared >= 0);
            default -> new Unknown(operator + " is not known here");
        };
    }

    private interface Test {
        boolean is(int compared);
    }

    private static Datum equal(Datum left, Datum right) {
        return switch (left) {
            case Fields _, Items _ -> new Unknown("lists and maps are not compared here");
            case Amount(var one) when right instanceof Amount(var other) -> Datum.of(one.compareTo(other) == 0);
            default -> Datum.of(left.equals(right));
        };
    }

    /// Compares numbers, texts, and what is true or false. CEL compares versions and amounts by functions, and not by
    /// these operators.
    private static Datum ordered(Datum left, Datum right, Test test) {
        var compared = switch (left) {
            case Whole(var one) when right instanceof Whole(var other) -> OptionalInt.of(Long.compare(one, other));
            case Text(var one) when right instanceof Text(var other) -> OptionalInt.of(one.compareTo(other));
            case Flag(var one) when right instanceof Flag(var other) -> OptionalInt.of(Boolean.compare(one, other));
            default -> OptionalInt.empty();
        };
        return compared.isPresent() ? Datum.of(test.is(compared.getAsInt())) : new Fault("no such overload");
    }

    /// Returns how two versions or two amounts compare.
    static OptionalInt compared(Datum left, Datum right) {
        return switch (left) {
            case Versioned(var one) when right instanceof Versioned(var other) -> OptionalInt.of(one.compareTo(other));
            case Amount(var one) when right instanceof Amount(var other) -> OptionalInt.of(one.compareTo(other));
            default -> OptionalInt.empty();
        };
    }

    private static Datum in(Datum one, Datum all) {
        return switch (all) {
            case Fields fields when one instanceof Text(var key) -> Datum.of(fields.has(key));
            case Items(var items) -> {
                var found = items.stream().map(item -> of("==", one, item)).toList();
                yield found.contains(Datum.of(true))
                        ? Datum.of(true)
                        : found.stream()
                                .filter(item -> !(item instanceof Flag))
                                .findFirst()
                                .orElse(Datum.of(false));
            }
            default -> new Fault("no such overload");
        };
    }
}
