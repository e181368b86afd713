package io.gpuledger.analyzer.web.api;

import java.util.function.Function;

/// Says what becomes of a question that makes sense. That the database cannot be asked is none of these, but a
/// [io.gpuledger.analyzer.store.postgres.CannotAskException].
public sealed interface Outcome<A> {
    record Answered<A>(A answer) implements Outcome<A> {}

    /// The database is away, this much can be said without it, and it is worth asking again soon.
    record Meanwhile<A>(A answer) implements Outcome<A> {}

    /// The path names something that does not exist.
    record NotFound<A>(String why) implements Outcome<A> {}

    /// The answer is not known yet, and it is worth asking again soon.
    record NotYet<A>(String why) implements Outcome<A> {}

    /// Returns the same outcome, with an answer that is made of this one.
    default <B> Outcome<B> with(Function<A, B> made) {
        return switch (this) {
            case Answered<A>(var found) -> new Answered<>(made.apply(found));
            case Meanwhile<A>(var found) -> new Meanwhile<>(made.apply(found));
            case NotFound<A>(var why) -> new NotFound<>(why);
            case NotYet<A>(var why) -> new NotYet<>(why);
        };
    }
}
