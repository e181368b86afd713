package io.gpuledger.simulator.kubernetes;

import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Sets the stage anew each second.
public final class StageHand implements AutoCloseable {
    private final Stage stage;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("kubernetes").factory());

    public static StageHand start(Stage stage, InstantSource clock) {
        var hand = new StageHand(stage);
        var _ = hand.executor.scheduleWithFixedDelay(
                () -> stage.set(clock.instant().getEpochSecond()), 0, 1, TimeUnit.SECONDS);
        return hand;
    }

    private StageHand(Stage stage) {
        this.stage = stage;
    }

    @Override
    public void close() {
        executor.shutdownNow();
        stage.close();
    }
}
