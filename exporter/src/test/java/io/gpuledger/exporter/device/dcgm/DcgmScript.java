package io.gpuledger.exporter.device.dcgm;

/// This writes GPUs in the words of the script of DCGM's double.
public final class DcgmScript {
    private static final String PROFILED = "1001 1002 1003 1004 1005 1006 1007 1008 1009 1010 1011 1012 1013 1014";

    private DcgmScript() {}

    /// Returns so many A100, each half busy.
    public static String a100(int gpus) {
        var lines = new StringBuilder("""
            system gpus %d
            system field.1 550.54.15
            system field.5 12040
            gpu* field.50 NVIDIA A100-SXM4-80GB
            gpu* field.53 1322621012345
            gpu* field.67 0
            gpu* field.69 7
            gpu* field.85 92.00.45.00.05
            gpu* field.250 81920
            gpu* field.300 1
            gpu* field.252 1024
            gpu* field.203 57
            gpu* field.155 250.5
            gpu* field.156 123456789
            gpu* field.100 1410
            gpu* field.311 2
            gpu* field.240 1500000000
            gpu* field.1001 0.75
            gpu* field.1002 0.5
            gpu* field.1004 0.25
            gpu* field.1005 0.125
            gpu* field.1009 1000000
            gpu* profiling %s
            gpu* architecture 7
            """.formatted(gpus, PROFILED));
        for (var gpu = 0; gpu < gpus; gpu++) {
            lines.append("gpu%d field.52 %d\n".formatted(gpu, gpu))
                    .append("gpu%d field.54 GPU-%d\n".formatted(gpu, gpu))
                    .append("gpu%d field.57 00000000:%02X:00.0\n".formatted(gpu, gpu + 4));
        }
        return lines.toString();
    }
}
