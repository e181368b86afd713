package io.gpuledger.simulator.kubernetes;

import static java.lang.System.Logger.Level.ERROR;

import io.gpuledger.service.life.Lifelong;
import java.time.Duration;
import java.time.InstantSource;

/// Sets the stage anew each second.
public final class StageHand implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StageHand.class.getName());
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Stage stage;
    private final InstantSource clock;
    private final Thread thread = Lifelong.platform("kubernetes", this::keepSetting);

    private StageHand(Stage stage, InstantSource clock) {
        this.stage = stage;
        this.clock = clock;
    }

    public static StageHand start(Stage stage, InstantSource clock) {
        var hand = new StageHand(stage, clock);
        hand.thread.start();
        return hand;
    }

    private void keepSetting() {
        try {
            while (true) {
                set();
                Thread.sleep(PERIOD);
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: a defect in one second must not end those after it
    private void set() {
        try {
            stage.set(clock.instant().getEpochSecond());
        } catch (RuntimeException e) {
            LOG.log(ERROR, "the stage could not be set, by a defect", e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        stage.close();
    }
}
