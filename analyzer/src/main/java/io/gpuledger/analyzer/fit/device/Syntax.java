package io.gpuledger.analyzer.fit.device;

import java.util.List;
import java.util.Optional;

/// An expression of CEL as a tree.
sealed interface Syntax {
    record Literal(Datum value) implements Syntax {}

    record Name(String name) implements Syntax {}

    record ListOf(List<Syntax> items) implements Syntax {}

    record Field(Syntax of, String name) implements Syntax {}

    record Index(Syntax of, Syntax key) implements Syntax {}

    /// A function is called, on something or by itself.
    record Call(Optional<Syntax> of, String function, List<Syntax> arguments) implements Syntax {}

    record Not(Syntax of) implements Syntax {}

    record Minus(Syntax of) implements Syntax {}

    record Binary(String operator, Syntax left, Syntax right) implements Syntax {}

    record Choice(Syntax condition, Syntax yes, Syntax no) implements Syntax {}
}
