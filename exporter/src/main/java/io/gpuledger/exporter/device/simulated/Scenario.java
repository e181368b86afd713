package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The script of a simulated node. Plain text, one statement a line; `#` starts a comment:
///
/// ```
/// driver <version>                   the driver's version, if it matters
/// gpu <model> <workloads>            one line a GPU, in PCI order
/// gpu <model> mig <parts>            a GPU in MIG mode, perhaps with no parts
/// at <duration> <fault>              a fault, so long after the start: see below
///
/// <model>      h100, h200, a100, a30, l4 or v100
/// <workloads>  <workload> [+ <workload>]...      they take turns in time slices
/// <workload>   training, serving, notebook, decode, hung, idle or square <period>
/// <parts>      <profile> <workloads> [, <profile> <workloads>]...
/// <duration>   a number up to 99999 with ms, s, m, h or d
///
/// <fault>      xid <gpu> <number>
///              ecc <gpu> corrected|uncorrected <count>
///              remap <gpu> correctable|uncorrectable <rows>
///              remap-failed <gpu>
///              throttle <gpu> power_cap|sync_boost|sw_thermal|hw_thermal|hw_power_brake <duration>
///              pcie-replays <gpu> <count>
///              nvlink-errors <gpu> replay|recovery|crc <count>
///              nvlink-down <gpu> <link> [<duration>]
///              hang <gpu> [<duration>]           release <gpu>
///              lose <gpu> [<duration>]           return <gpu>
///              mig <gpu> off|[<parts>]
///              driver-restart [<duration>]       10s when not given
/// ```
public final class Scenario {
    static final String DEFAULT_DRIVER = "580.95.05";

    private static final List<String> BUILT_IN =
            List.of("driver-restart", "empty", "faults", "hang", "lost", "mig", "mixed", "square");

    private final String driver;
    private final List<Gpu> gpus;
    private final List<Timed> faults;

    /// A GPU as the script has it at the start.
    record Gpu(Model model, Layout layout) {}

    /// A fault that comes so long after the start.
    record Timed(Duration after, Fault fault) {}

    Scenario(String driver, List<Gpu> gpus, List<Timed> faults) {
        this.driver = driver;
        this.gpus = List.copyOf(gpus);
        this.faults = List.copyOf(faults);
    }

    /// Reads a script.
    ///
    /// @throws ScenarioException that lists every bad line, with its number and what is allowed there
    public static Scenario parse(String text) {
        return new ScenarioParser(text).parse();
    }

    /// A script that comes with the program.
    ///
    /// @throws ScenarioException when none has this name; the message lists those that are there
    public static Scenario builtIn(String name) {
        if (!BUILT_IN.contains(name)) {
            throw new ScenarioException(Words.unknown("built-in scenario", name, BUILT_IN));
        }
        try (InputStream in = Scenario.class.getResourceAsStream("scenarios/" + name + ".txt")) {
            if (in == null) {
                throw new IllegalStateException("the program's own scenario " + name + " is missing from its archive");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<String> builtInNames() {
        return BUILT_IN;
    }

    String driver() {
        return driver;
    }

    List<Gpu> gpus() {
        return gpus;
    }

    /// The faults are in the order of their time, and of the script where times are equal.
    List<Timed> faults() {
        return faults;
    }

    /// Says why a fault cannot happen to these GPUs.
    Optional<String> problemWith(Fault fault) {
        return switch (fault) {
            case Fault.DriverRestart _ -> Optional.empty();
            case Fault.OnGpu onGpu -> problemWith(onGpu);
        };
    }

    private Optional<String> problemWith(Fault.OnGpu fault) {
        if (fault.gpu() < 0 || fault.gpu() >= gpus.size()) {
            return Optional.of("there is no GPU %d: the script has %d, from 0".formatted(fault.gpu(), gpus.size()));
        }
        Model model = gpus.get(fault.gpu()).model();
        return switch (fault) {
            case Fault.NvlinkErrors _ -> unless(model.lanes().links() > 0, model, "no NVLink");
            case Fault.NvlinkDown down ->
                unless(
                        down.link() >= 0 && down.link() < model.lanes().links(),
                        model,
                        "%d NVLinks, from 0".formatted(model.lanes().links()));
            case Fault.Remap _, Fault.RemapFailed _ ->
                unless(model.supports(Quantity.ROW_REMAP_FAILED), model, "no row remapping");
            case Fault.Repartition repartition -> repartition.layout().problemOn(model);
            case Fault.Xid _, Fault.Ecc _, Fault.Throttle _, Fault.PcieReplays _ -> Optional.empty();
            case Fault.Hang _, Fault.Release _, Fault.Lose _, Fault.Return _ -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean possible, Model model, String what) {
        return possible ? Optional.empty() : Optional.of("%s has %s".formatted(Words.of(model), what));
    }
}
