package io.gpuledger.analyzer.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Finds two things at the same time that a page shows, so that whoever waits for it waits for the longer one only.
final class Both {
    private Both() {}

    /// Returns what is made of both, and throws what finding either throws.
    static <A, B, C> C of(Supplier<A> one, Supplier<B> other, BiFunction<A, B, C> together) {
        var first = CompletableFuture.supplyAsync(one, Thread::startVirtualThread);
        var second = other.get();
        try {
            return together.apply(first.join(), second);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
    }
}
