package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.life.Lifelong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Stands where the program does while a test has one of its threads end.
public final class EndOfThread implements AutoCloseable {
    /// What a test locks that has one: there is one program to be told of the end.
    public static final String PROGRAM = "the program that a thread ends";

    private static final int PATIENCE_SECONDS = 30;

    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final CountDownLatch told = new CountDownLatch(1);

    public EndOfThread() {
        Lifelong.whenOneEnds(told::countDown);
    }

    /// The program would end now.
    public void awaitTold() throws InterruptedException {
        assertThat(told.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("the program was told that a thread has ended")
                .isTrue();
    }

    public boolean isTold() {
        return told.getCount() == 0;
    }

    @Override
    public void close() {
        Lifelong.whenOneEnds(() -> {});
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
