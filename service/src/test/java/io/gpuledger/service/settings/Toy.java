package io.gpuledger.service.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// This is a program with a setting of each kind, and the ways to ask for them.
final class Toy {
    enum Colour {
        DEEP_BLUE,
        RED
    }

    static final Setting<Duration> INTERVAL =
            Setting.duration("interval", "How often it plays.").or("1s");
    static final Setting<Long> COUNT = Setting.whole("count", "How many play.")
            .that(count -> count >= 1 && count <= 100, "from 1 to 100")
            .or("2");
    static final Setting<Address> LISTEN = Setting.address("listen", "Where it hears 100 % of all.")
            .or(":9400")
            .alsoFlags("--address", "-a")
            .alsoVariables("OTHER_LISTEN", "THIRD_LISTEN");
    static final Setting<Colour> COLOUR =
            Setting.choice("colour", Colour.class, "How it looks.").or("deep-blue");
    static final Setting<String> NAME = Setting.text("name", "How it is called.");
    static final Setting<Path> TABLE = Setting.file("table", "What it stands on.");
    static final Setting<Secret> PASSWORD = Setting.secretFile("password-file", "What opens it.");

    static final Setting<Boolean> QUIET = Setting.onOff("quiet", "Plays without a sound.")
            .alsoFlags("-q", "--hush")
            .alsoVariables("OTHER_QUIET");
    static final Setting<Boolean> WIND_UP = Setting.onOff("wind-up", "this toy runs by itself")
            .alsoFlags("-w")
            .alsoVariables("OTHER_WIND_UP")
            .foreign();
    static final Setting<Duration> PAUSE =
            Setting.milliseconds("pause", "How long it rests.").or("1s");

    static final Setting<List<String>> FRIENDS =
            Setting.list("friends", "NAME,...", "Who plays along.", text -> List.of(text.split(",")));
    static final Setting<Path> CUSHION =
            Setting.file("cushion", "What it falls on.").emptyIsNone();

    static final Declaration DECLARATION = new Declaration(
            "toy-box",
            "Plays.",
            List.of(
                    new Command("play", "Plays on."),
                    new Command("tidy", "Puts all away.", List.of(TABLE)),
                    new Command("check-config", "Looks at the settings.")),
            List.of(INTERVAL, COUNT, LISTEN, COLOUR, NAME, TABLE, PASSWORD, QUIET, WIND_UP, PAUSE, FRIENDS, CUSHION));

    private Toy() {}

    static Settings settings(String... args) {
        return settings(Map.of(), args);
    }

    static Settings settings(Map<String, String> environment, String... args) {
        return run(environment, args).settings();
    }

    static Invocation.Run run(Map<String, String> environment, String... args) {
        return (Invocation.Run) Invocation.of(DECLARATION, environment, args);
    }

    static List<String> problems(String... args) {
        return problems(Map.of(), args);
    }

    /// What is wrong; none where nothing is.
    static List<String> problems(Map<String, String> environment, String... args) {
        try {
            Invocation.of(DECLARATION, environment, args);
            return List.of();
        } catch (BadSettingsException e) {
            return e.problems();
        }
    }
}
