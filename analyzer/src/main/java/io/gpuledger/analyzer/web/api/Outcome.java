package io.gpuledger.analyzer.web.api;

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
}
