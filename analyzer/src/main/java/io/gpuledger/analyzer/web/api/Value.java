package io.gpuledger.analyzer.web.api;

import java.math.BigDecimal;
import java.util.List;

/// What stands in an answer, before it is written as JSON or into a cell of a table.
public sealed interface Value {
    /// A text that anybody may have chosen, so tables must see to it that it is no formula.
    record Text(String text) implements Value {}

    record Figure(Number number) implements Value {
        @Override
        public String toString() {
            return number.toString();
        }
    }

    /// An amount of millionths of a currency.
    record Money(long micros) implements Value {
        @Override
        public String toString() {
            return BigDecimal.valueOf(micros, 6).toPlainString();
        }
    }

    record YesOrNo(boolean isSo) implements Value {}

    /// Stands where something is not known, or where there is none.
    enum Nothing implements Value {
        NOTHING
    }

    /// A list whose items are made one by one while they are written, however long it is.
    record Items(Iterable<Value> all) implements Value {}

    record Members(List<Member> all) implements Value {
        public Members {
            all = List.copyOf(all);
        }
    }

    /// A value under its name.
    record Member(String name, Value value) {}
}
