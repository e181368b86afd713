package io.gpuledger.exporter.attribution.apiserver;

import java.util.List;

/// These are objects of the API in JSON, with the parts that nobody reads too.
public final class Objects {
    /// A pod of namespace `team`, whose uid is its name with `uid-` before it.
    public record Pod(String name, int version, String labels, String status) {
        public static Pod of(String name) {
            return new Pod(name, 1, "", "\"phase\":\"Running\"");
        }

        Pod version(int version) {
            return new Pod(name, version, labels, status);
        }

        public Pod labels(String labels) {
            return new Pod(name, version, labels, status);
        }

        public Pod status(String status) {
            return new Pod(name, version, labels, status);
        }

        String json() {
            return """
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"team","uid":"uid-%s",\
                "resourceVersion":"%d","annotations":{"note":"a \\"note\\" with { and ]"},"labels":{%s},\
                "managedFields":[{"manager":"kubelet","fieldsV1":{"f:status":{"k:{\\"type\\":\\"Ready\\"}":{".":{}}}}}]},\
                "spec":{"nodeName":"node-1","containers":[{"name":"main","image":"i"}]},"status":{%s}}\
                """.formatted(name, name, version, labels, status);
        }
    }

    private Objects() {}

    /// Returns a `ContainerStatus`.
    public static String container(String name, String id, String state) {
        return """
            {"name":"%s","containerID":"containerd://%s","ready":true,"state":%s,"lastState":{}}\
            """.formatted(name, id, state);
    }

    static String list(int version, String more, List<String> items) {
        return """
            {"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"%d","continue":"%s"},"items":[%s]}\
            """.formatted(version, more, String.join(",", items));
    }

    static String bookmark(int version) {
        return "{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"%d\"}}".formatted(version);
    }

    static String status(int code, String message) {
        return """
            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"%s","reason":"R","code":%d}\
            """.formatted(message, code);
    }

    /// Returns a `ResourceSlice` of the driver `gpu.nvidia.com` and the pool `node-1`.
    static String slice(String name, int generation, String... devices) {
        return """
            {"metadata":{"name":"%s","uid":"uid-%s","resourceVersion":"1"},"spec":{"driver":"gpu.nvidia.com",\
            "pool":{"name":"node-1","generation":%d,"resourceSliceCount":1},"nodeName":"node-1","devices":[%s]}}\
            """.formatted(name, name, generation, String.join(",", devices));
    }

    static String device(String name, String attributes) {
        return """
            {"name":"%s","attributes":{"index":{"int":3},"driverVersion":{"version":"580.1.0"},%s},\
            "capacity":{"memory":{"value":"80Gi"}}}\
            """.formatted(name, attributes);
    }
}
