package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Schema.Plain;
import io.gpuledger.analyzer.web.api.Value.Member;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Says how values of one kind are written into answers, and what the documentation says of them.
public record Type<V>(Schema schema, Function<V, Value> write) {
    public static final Type<String> TEXT = new Type<>(Plain.TEXT, Value.Text::new);
    public static final Type<Instant> TIME = new Type<>(Plain.TIME, time -> new Value.Text(time.toString()));
    public static final Type<Number> WHOLE_NUMBER = new Type<>(Plain.WHOLE_NUMBER, Value.Figure::new);
    public static final Type<Number> NUMBER = new Type<>(Plain.NUMBER, Value.Figure::new);
    public static final Type<Boolean> YES_OR_NO = new Type<>(Plain.YES_OR_NO, Value.YesOrNo::new);

    /// Takes millionths of a currency.
    public static final Type<Long> MONEY = new Type<>(Plain.MONEY, Value.Money::new);

    /// Takes thousandths, as books have them of seconds and of joules, and rounds nothing.
    public static final Type<Long> THOUSANDTHS = decimal(3).from(thousandths -> BigDecimal.valueOf(thousandths, 3));

    /// Takes milliseconds since 1970.
    public static final Type<Long> MILLIS = TIME.from(Instant::ofEpochMilli);

    /// Rounds numbers to so many decimals.
    public static Type<BigDecimal> decimal(int places) {
        return new Type<>(
                new Schema.Decimal(places), number -> new Value.Figure(number.setScale(places, RoundingMode.HALF_UP)));
    }

    /// Takes an amount and writes how much it is of a whole, as 30,000 milliseconds are half a minute.
    public static Type<Long> partsOf(long whole, int places) {
        return decimal(places)
                .from(amount ->
                        BigDecimal.valueOf(amount).divide(BigDecimal.valueOf(whole), places, RoundingMode.HALF_UP));
    }

    public static Type<String> oneOf(List<String> words) {
        return new Type<>(new Schema.OneOf(words), Value.Text::new);
    }

    public static <V> Type<List<V>> list(Type<V> of) {
        return new Type<>(
                new Schema.ListOf(of.schema()),
                list -> new Value.Items(() -> list.stream().map(of.write()).iterator()));
    }

    /// Writes any number of values, each under its name.
    ///
    /// @param by what the names are of
    public static <V> Type<Map<String, V>> map(String by, Type<V> of) {
        return new Type<>(
                new Schema.MapOf(by, of.schema()),
                map -> new Value.Members(map.entrySet().stream()
                        .map(one -> new Member(one.getKey(), of.write().apply(one.getValue())))
                        .toList()));
    }

    public static <V> Type<V> object(Shape<V> shape) {
        return new Type<>(
                new Schema.ObjectOf(shape),
                row -> new Value.Members(shape.members(row).toList()));
    }

    /// Writes a part of something else in the same way.
    public <U> Type<U> from(Function<U, V> part) {
        return new Type<>(schema, part.andThen(write));
    }
}
