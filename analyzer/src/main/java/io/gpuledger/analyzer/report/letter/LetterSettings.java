package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;

/// Says who gets a letter, and what it says of its sender.
///
/// @param leastHeld the milliseconds of GPUs that a team must hold in a week to get a letter
/// @param leastIdle how much of it must be idle, where there is nothing else to say
/// @param contact completes a sentence that begins with "something is wrong here:"
public record LetterSettings(long leastHeld, long leastIdle, String contact) {
    private static final long HOURS_MAX = 1_000_000;

    static final Setting<Long> MIN_GPU_HOURS = Setting.whole(
                    "report-min-gpu-hours", "A team that held fewer GPU-hours in a week gets no letter.")
            .that(hours -> hours >= 0 && hours <= HOURS_MAX, "0 to 1000000")
            .or("24");
    static final Setting<Long> MIN_IDLE_GPU_HOURS = Setting.whole(
                    "report-min-idle-gpu-hours",
                    "A team gets no letter where fewer GPU-hours were idle, no hardware failed it, and there is nothing"
                            + " to change.")
            .that(hours -> hours >= 0 && hours <= HOURS_MAX, "0 to 1000000")
            .or("5");
    static final Setting<String> CONTACT = Setting.text(
                    "report-contact", "What letters say to do with questions, such as whom to ask.")
            .or("answer to this letter");

    public static final List<Setting<?>> ALL = List.of(MIN_GPU_HOURS, MIN_IDLE_GPU_HOURS, CONTACT);

    public static LetterSettings from(Settings settings) {
        return new LetterSettings(
                settings.get(MIN_GPU_HOURS) * Hour.MILLIS,
                settings.get(MIN_IDLE_GPU_HOURS) * Hour.MILLIS,
                settings.get(CONTACT));
    }
}
