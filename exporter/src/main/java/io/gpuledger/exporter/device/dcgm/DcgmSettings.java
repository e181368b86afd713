package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;

/// These settings say how DCGM is reached.
///
/// @param libraries names or paths of its client library, the first that can be loaded is taken
/// @param log what an engine in this process writes; one that is a service has its own log
public record DcgmSettings(List<String> libraries, Hostengine hostengine, Severity log) {
    /// How much DCGM's engine tells, with its own words for it.
    enum Severity {
        NONE(0),
        FATAL(1),
        ERROR(2),
        WARN(3),
        INFO(4),
        DEBUG(5),
        VERB(6);

        private final int number;

        Severity(int number) {
            this.number = number;
        }

        /// Returns the number that DCGM has for this severity.
        int number() {
            return number;
        }
    }

    private static final String EVERY_VERSION = "libdcgm.so.4,libdcgm.so.3";
    private static final String IN_THIS_PROCESS = "embedded";

    static final Setting<List<String>> LIBRARY = Setting.list(
                    "dcgm-library",
                    "FILE",
                    "DCGM's library, by path or name; of several, with commas between, the first that is there.",
                    text -> List.of(text.split(",")))
            .or(EVERY_VERSION);
    static final Setting<Hostengine> HOSTENGINE = Setting.<Hostengine>parsed(
                    "remote-hostengine-info",
                    "HOST:PORT|URL",
                    "Where nv-hostengine listens: HOST:PORT, unix:///PATH or vsock://CID:PORT; `embedded` is DCGM's"
                            + " engine in this process.",
                    text -> text.equals(IN_THIS_PROCESS) ? new Hostengine.Embedded() : Hostengine.parse(text))
            .or(IN_THIS_PROCESS)
            .alsoFlags("-r")
            .alsoVariables("DCGM_REMOTE_HOSTENGINE_INFO");
    static final Setting<Boolean> LOG = Setting.onOff(
                    "enable-dcgm-log", "Lets DCGM's engine in this process write its log to standard output.")
            .alsoVariables("DCGM_EXPORTER_ENABLE_DCGM_LOG");
    static final Setting<Severity> LOG_LEVEL = Setting.choice(
                    "dcgm-log-level", Severity.class, Severity::name, "How much that log tells.")
            .or("NONE")
            .alsoVariables("DCGM_EXPORTER_DCGM_LOG_LEVEL");

    public static final List<Setting<?>> ALL = List.of(LIBRARY, HOSTENGINE, LOG, LOG_LEVEL);

    public DcgmSettings {
        libraries = List.copyOf(libraries);
    }

    public static DcgmSettings from(Settings settings) {
        return new DcgmSettings(
                settings.get(LIBRARY),
                settings.get(HOSTENGINE),
                settings.get(LOG) ? settings.get(LOG_LEVEL) : Severity.NONE);
    }

    /// Returns settings for an engine in this process that writes no log.
    public static DcgmSettings embedded(String library) {
        return new DcgmSettings(List.of(library), new Hostengine.Embedded(), Severity.NONE);
    }

    /// Returns settings for an engine that is a service.
    public static DcgmSettings remote(String library, String hostengine) {
        return new DcgmSettings(List.of(library), Hostengine.parse(hostengine), Severity.NONE);
    }
}
