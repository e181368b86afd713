package io.gpuledger.exporter;

import io.gpuledger.exporter.attribution.AttributionSettings;
import io.gpuledger.exporter.attribution.apiserver.ApiServerCheck;
import io.gpuledger.exporter.attribution.apiserver.ApiServerSettings;
import io.gpuledger.exporter.attribution.podresources.KubeletCheck;
import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.DriverCheck;
import io.gpuledger.exporter.exposition.ExpositionSettings;
import io.gpuledger.service.doctor.Doctor;
import io.gpuledger.service.doctor.Examination;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The command `doctor`: looks at all that an exporter with these settings depends on, and says of each whether it is
/// well, and what mends it where it is not. It changes nothing, and works beside an exporter that runs.
///
/// @param environment of the process
/// @param isServing whether the exporter of these settings serves already, and has its address for that
record Doctoring(Settings settings, Backend backend, Map<String, String> environment, boolean isServing) {
    private static final String HANGS = "look at nvidia-smi on the node: where that hangs, too, the driver does";

    private static final String FOLDER = "look at what is mounted there: a network's disk that is away hangs";

    /// Runs the command, and returns its exit code: 1 where something does not work.
    int run(boolean json, PrintStream out) throws InterruptedException {
        var examined = new Doctor().examine(examinations());
        out.print(json ? examined.json() : examined.text());
        out.flush();
        return examined.exitCode();
    }

    private List<Examination> examinations() {
        var all = new ArrayList<Examination>();
        var attribution = AttributionSettings.from(settings);
        all.add(new Examination(DriverCheck.SUBJECT, HANGS, new DriverCheck(backend)::lines));
        all.add(new Examination(
                "address",
                "look at what --listen names, and at the name server",
                () -> List.of(address(Main.HTTP.in(settings).listen()))));
        if (attribution.kubernetes()) {
            all.add(new Examination(
                    KubeletCheck.SUBJECT, "look at the kubelet's log", new KubeletCheck(attribution.socket())::lines));
            all.add(new Examination("/proc", FOLDER, () -> List.of(processes(attribution.proc()))));
            all.addAll(ofApiServer());
        }
        attribution.jobs().ifPresent(folder -> all.add(new Examination("jobs", FOLDER, () -> List.of(jobs(folder)))));
        return all;
    }

    private List<Examination> ofApiServer() {
        var all = new ArrayList<Examination>();
        var attribution = AttributionSettings.from(settings);
        var shown = ExpositionSettings.from(settings);
        if (attribution.watchPods() || shown.needsPods()) {
            all.add(ofApiServer(check(shown)::pods));
        }
        if (attribution.watchDevices()) {
            all.add(ofApiServer(check(shown)::devices));
        }
        return all;
    }

    /// Where the API server is has to be known only where it is asked.
    private ApiServerCheck check(ExpositionSettings shown) {
        return new ApiServerCheck(ApiServerSettings.from(settings, environment), shown.nodeName());
    }

    private static Examination ofApiServer(Examination.Look look) {
        return new Examination(ApiServerCheck.SUBJECT, "look at the network to the API server", look);
    }

    private Line address(Address listen) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listen.host(), listen.port()));
            return isServing
                    ? new Warning(
                            "address",
                            "the exporter runs, and nobody listens at " + listen,
                            "it is only starting, or its log says why it does not")
                    : new Ok("address", listen + " is free");
        } catch (IOException e) {
            return isServing
                    ? new Ok("address", listen + " is taken, as the exporter runs")
                    : new Warning(
                            "address",
                            "%s cannot be listened at: %s".formatted(listen, e.getMessage()),
                            "where an exporter runs there already, all is well; otherwise end who has it, or choose"
                                    + " another by --listen");
        }
    }

    /// The kernel's own processes are seen in the node's /proc alone, and not in that of a container.
    private static Line processes(Path proc) {
        return isOfNode(proc)
                ? new Ok("/proc", "processes of the node are seen in " + proc)
                : new Warning(
                        "/proc",
                        "processes of the node are not seen in %s, so that who takes what of a shared GPU is unknown"
                                .formatted(proc),
                        "run with hostPID, or mount the node's /proc and name it by --node-proc");
    }

    private static boolean isOfNode(Path proc) {
        try {
            return Files.readString(proc.resolve("2/comm")).startsWith("kthreadd");
        } catch (IOException _) {
            return false;
        }
    }

    private static Line jobs(Path folder) {
        return Files.isDirectory(folder) && Files.isReadable(folder)
                ? new Ok("jobs", folder + " can be read")
                : new Fault(
                        "jobs",
                        folder + " cannot be read",
                        "let the batch system's prolog make it, and mount it; see --hpc-job-mapping-dir");
    }
}
