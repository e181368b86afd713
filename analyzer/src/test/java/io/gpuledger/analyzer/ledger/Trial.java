package io.gpuledger.analyzer.ledger;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/// Puts the ledger to the test, by tables and by laws, until something is wrong with it.
final class Trial {
    private static final List<Class<?>> TABLES = List.of(ConservationTest.class, QuietRunTest.class);
    /// One of them is coarse; in another a GPU is cut anew into as many, in another nobody is told anything for long,
    /// and in another books go on in the middle of an idle run.
    private static final long[] SEEDS = {1, 2, 3, 7, 24, 80, 85, 105};

    private Trial() {}

    /// What first was wrong.
    static Optional<String> caught() {
        return tables().flatMap(test -> failure(test).stream())
                .findFirst()
                .or(() -> LongStream.of(SEEDS)
                        .boxed()
                        .flatMap(seed -> failure(seed).stream())
                        .findFirst());
    }

    private record Case(String name, Executable executable) {}

    private static Stream<Case> tables() {
        return TABLES.stream()
                .flatMap(table -> Stream.of(table.getDeclaredMethods()).flatMap(Trial::cases));
    }

    private static Stream<Case> cases(Method method) {
        if (method.isAnnotationPresent(Test.class)) {
            return Stream.of(new Case(method.getName(), () -> invoke(method)));
        }
        return method.isAnnotationPresent(TestFactory.class)
                ? ((Stream<?>) invoke(method))
                        .map(DynamicTest.class::cast)
                        .map(test -> new Case(test.getDisplayName(), test.getExecutable()))
                : Stream.of();
    }

    private static Object invoke(Method method) {
        try {
            var constructor = method.getDeclaringClass().getDeclaredConstructor();
            return Optional.ofNullable(method.invoke(constructor.newInstance())).orElse("");
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("CatchThrowable") // a wrong ledger may throw anything
    private static Optional<String> failure(Case test) {
        try {
            test.executable().execute();
            return Optional.empty();
        } catch (Throwable e) {
            return Optional.of(test.name());
        }
    }

    private static Optional<String> failure(long seed) {
        try {
            DrawnFleet.of(seed).gpus().forEach(gpu -> Laws.check(gpu, new Dice(seed), DrawnFleet.isCoarse(seed)));
            return Optional.empty();
        } catch (AssertionError | RuntimeException e) {
            return Optional.of("the laws, in fleet %d".formatted(seed));
        }
    }
}
