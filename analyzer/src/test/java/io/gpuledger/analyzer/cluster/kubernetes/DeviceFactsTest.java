package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuledger.analyzer.cluster.Attribute;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeviceFactsTest {
    private static SortedMap<String, String> told(
            BiFunction<GenericKubernetesResource, String, Optional<ObservedObject>> observed, String json) {
        return observed.apply(Serialization.unmarshal(json, GenericKubernetesResource.class), "here")
                .orElseThrow()
                .attributes();
    }

    @Test
    void a_claim_that_waits_says_what_it_asks_for() {
        assertThat(told(DeviceFacts::claim, """
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceClaim",
              "metadata": {"name": "gpus", "namespace": "vision"},
              "spec": {"devices": {
                "requests": [{"name": "r", "deviceClassName": "gpu.nvidia.com", "allocationMode": "ExactCount",
                  "count": 2, "selectors": [{"cel": {"expression": "true"}}], "adminAccess": true}],
                "constraints": [{"requests": ["r"], "matchAttribute": "gpu.nvidia.com/parentUUID"}],
                "config": [{"opaque": {"driver": "gpu.nvidia.com", "parameters": {}}}]}}}
            """))
                .isEqualTo(Map.of(
                        "asked",
                        "{\"constraints\":[{\"requests\":[\"r\"],\"attribute\":\"gpu.nvidia.com/parentUUID\"}],"
                                + "\"requests\":[{\"name\":\"r\",\"options\":[{\"class\":\"gpu.nvidia.com\","
                                + "\"selectors\":[\"true\"],\"count\":\"2\",\"admin\":true}]}]}"));
    }

    @Test
    void a_claim_says_the_same_by_the_newer_versions() {
        assertThat(told(DeviceFacts::claim, """
            {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
              "metadata": {"name": "gpus", "namespace": "vision"},
              "spec": {"devices": {"requests": [
                {"name": "a", "exactly": {"deviceClassName": "gpu", "allocationMode": "All"}},
                {"name": "b", "firstAvailable": [
                  {"name": "big", "deviceClassName": "gpu", "allocationMode": "ExactCount", "count": 1},
                  {"name": "two", "deviceClassName": "gpu", "allocationMode": "ExactCount", "count": 2}]},
                {"name": "c", "exactly": {"deviceClassName": "gpu", "capacity": {"requests": {"memory": "1Gi"}}}}]}}}
            """))
                .isEqualTo(Map.of(
                        "asked",
                        "{\"constraints\":[],\"requests\":["
                            + "{\"name\":\"a\",\"options\":[{\"class\":\"gpu\",\"selectors\":[],\"mode\":\"AllOfSome\"}]},"
                            + "{\"name\":\"b\",\"options\":["
                            + "{\"name\":\"big\",\"class\":\"gpu\",\"selectors\":[],\"count\":\"1\"},"
                            + "{\"name\":\"two\",\"class\":\"gpu\",\"selectors\":[],\"count\":\"2\"}]},"
                            + "{\"name\":\"c\",\"options\":[{\"class\":\"gpu\",\"selectors\":[],\"count\":\"1\","
                            + "\"more\":true}]}]}"));
    }

    @Test
    void a_claim_with_devices_says_which_and_from_where_and_for_how_many() {
        assertThat(told(DeviceFacts::claim, """
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceClaim",
              "metadata": {"name": "gpus", "namespace": "vision", "deletionTimestamp": "2026-03-03T09:00:00Z"},
              "spec": {"devices": {"requests": [{"name": "r", "deviceClassName": "gpu.nvidia.com"}]}},
              "status": {
                "allocation": {
                  "devices": {"results": [
                    {"request": "r", "driver": "gpu.nvidia.com", "pool": "n1", "device": "gpu-0"},
                    {"request": "r", "driver": "gpu.nvidia.com", "pool": "n1", "device": "gpu-1", "adminAccess": true},
                    {"request": "r", "driver": "gpu.nvidia.com", "pool": "n1", "device": "gpu-2"}]},
                  "nodeSelector": {"nodeSelectorTerms": [{"matchFields": [
                    {"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]}},
                "reservedFor": [{"resource": "pods", "name": "p", "uid": "u"}]}}
            """))
                .isEqualTo(Map.of(
                        "leaving", "true",
                        "held", "gpu.nvidia.com/n1/gpu-0,gpu.nvidia.com/n1/gpu-2",
                        "consumers", "1",
                        "reach",
                                "{\"nodeSelectorTerms\":[{\"matchFields\":[{\"key\":\"metadata.name\","
                                        + "\"operator\":\"In\",\"values\":[\"n1\"]}]}]}"));
    }

    @Test
    void a_class_says_by_which_expressions_it_selects() {
        assertThat(told(DeviceFacts::deviceClass, """
            {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu.nvidia.com"},
              "spec": {"selectors": [{"cel": {"expression": "device.driver == 'gpu.nvidia.com'"}}]}}
            """))
                .isEqualTo(Map.of("selectors", "{\"selectors\":[\"device.driver == 'gpu.nvidia.com'\"]}"));
    }

    @Test
    void what_all_devices_of_a_slice_have_alike_is_told_once() {
        assertThat(told(DeviceFacts::slice, """
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceSlice", "metadata": {"name": "n1-gpus"},
              "spec": {"driver": "gpu.nvidia.com", "nodeName": "n1",
                "pool": {"name": "n1", "generation": 3, "resourceSliceCount": 1},
                "devices": [
                  {"name": "gpu-0", "basic": {
                    "attributes": {"index": {"int": 0}, "type": {"string": "gpu"}, "v": {"version": "1.0.0"}},
                    "capacity": {"memory": {"value": "80Gi"}}}},
                  {"name": "gpu-1", "basic": {
                    "attributes": {"index": {"int": 1}, "type": {"string": "gpu"}, "mig": {"bool": true}},
                    "capacity": {"memory": {"value": "80Gi"}}}}]}}
            """))
                .isEqualTo(Map.of(
                        "driver", "gpu.nvidia.com",
                        "pool", "n1",
                        "generation", "3",
                        "slices", "1",
                        "node", "n1",
                        "devices",
                                "{\"common\":{\"a:type\":\"sgpu\",\"q:memory\":\"85899345920\"},\"devices\":["
                                        + "{\"a:index\":\"i0\",\"a:v\":\"v1.0.0\",\"name\":\"gpu-0\"},"
                                        + "{\"a:index\":\"i1\",\"a:mig\":\"btrue\",\"name\":\"gpu-1\"}]}"));
    }

    @Test
    void a_device_that_has_more_than_is_looked_at_is_marked() {
        assertThat(told(DeviceFacts::slice, """
            {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "s"},
              "spec": {"driver": "d", "allNodes": true, "pool": {"name": "p", "generation": 1, "resourceSliceCount": 1},
                "devices": [
                  {"name": "a", "attributes": {"x": {"strings": ["1"]}}},
                  {"name": "b", "taints": [{"key": "k", "effect": "NoSchedule"}]}]}}
            """))
                .containsEntry("everywhere", "true")
                .containsEntry(
                        "devices",
                        "{\"common\":{},\"devices\":[{\"a:x\":\"?\",\"name\":\"a\"},{\"more\":true,\"name\":\"b\"}]}");
    }

    @Test
    void of_a_slice_that_means_harm_the_devices_are_not_kept_and_that_is_said() {
        var devices = IntStream.range(0, 128)
                .mapToObj(i -> "{\"name\": \"d%d\", \"basic\": {\"attributes\": {\"a\": {\"string\": \"%s\"}}}}"
                        .formatted(i, i + "x".repeat(2_000)))
                .collect(Collectors.joining(","));
        var told = told(DeviceFacts::slice, """
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceSlice", "metadata": {"name": "s"},
              "spec": {"driver": "d", "nodeName": "n", "pool": {"name": "p"}, "devices": [%s]}}
            """.formatted(devices));
        assertThat(told).doesNotContainKey(Attribute.DEVICES);
        assertThat(told.get(Attribute.UNREAD)).startsWith("its devices take").hasSizeLessThan(100);
    }

    @Test
    void a_claim_of_anything_whatever_is_read_without_harm() {
        assertThat(told(DeviceFacts::claim, """
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceClaim",
              "metadata": {"name": "gpus", "namespace": "vision"},
              "spec": {"devices": {"requests": [7, {"name": {}, "selectors": "all", "count": []}],
                "constraints": {"a": 1}}}, "status": {"allocation": 3}}
            """)).containsOnlyKeys("asked");
        var endless = "x".repeat(100_000);
        assertThat(told(DeviceFacts::claim, """
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceClaim",
              "metadata": {"name": "gpus", "namespace": "vision"},
              "spec": {"devices": {"requests": [{"name": "%s", "deviceClassName": "gpu"}]}}}
            """.formatted(endless))).containsOnlyKeys("unread");
        assertThat(told(DeviceFacts::slice, """
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceSlice", "metadata": {"name": "s"},
              "spec": {"devices": [{"name": "a", "basic": 1, "capacity": {"memory": {"value": "1e999999999"}}},
                {"capacity": {"memory": {"value": {}}, "x": null}, "attributes": {"a": null, "b": 1, "c": {}}}]}}
            """)).containsKey("devices");
    }
}
