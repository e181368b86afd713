package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifestTest {
    private static final String POD = """
        apiVersion: v1
        kind: Pod
        metadata: {name: train, namespace: vision, labels: {app: x}}
        spec:
          nodeSelector: {pool: a}
          containers:
          - name: main
            resources: {limits: {nvidia.com/gpu: 8}}
        """;

    private static final String JOBS = """
        # two of them
        apiVersion: batch/v1
        kind: Job
        metadata: {generateName: sweep-}
        spec:
          parallelism: 4
          template:
            metadata: {labels: {job: sweep}}
            spec: {containers: [{name: main}]}
        ---
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: big}
        spec:
          pytorchReplicaSpecs:
            Master:
              replicas: 1
              template: {spec: {containers: [{name: pytorch}]}}
            Worker:
              replicas: 7
              template: {spec: {containers: [{name: pytorch}]}}
        """;

    @Test
    void a_pod_is_read_with_its_spec_as_json() {
        var pod = Manifest.read(POD).getFirst();

        assertThat(pod)
                .extracting(PodTemplate::kind, PodTemplate::namespace, PodTemplate::name, PodTemplate::pods)
                .containsExactly("Pod", "vision", "train", 1L);
        assertThat(pod.labels()).isEqualTo(Map.of("app", "x"));
        assertThat(pod.spec())
                .isEqualTo("{\"nodeSelector\":{\"pool\":\"a\"},\"containers\":[{\"name\":\"main\",\"resources\":"
                        + "{\"limits\":{\"nvidia.com/gpu\":8}}}]}");
    }

    @Test
    void whatever_makes_pods_is_read_for_each_of_its_templates() {
        assertThat(Manifest.read(JOBS))
                .extracting(PodTemplate::kind, PodTemplate::name, PodTemplate::path, PodTemplate::pods)
                .containsExactly(
                        tuple("Job", "sweep-", "spec.template", 4L),
                        tuple("PyTorchJob", "big", "spec.pytorchReplicaSpecs.Master.template", 1L),
                        tuple("PyTorchJob", "big", "spec.pytorchReplicaSpecs.Worker.template", 7L));
    }

    @Test
    void templates_in_lists_are_read_and_counted_by_all_that_is_around_them() {
        var sets = """
            apiVersion: jobset.x-k8s.io/v1alpha2
            kind: JobSet
            metadata: {name: set}
            spec:
              replicatedJobs:
              - name: workers
                replicas: 2
                template: {spec: {parallelism: 4, template: {spec: {containers: [{name: main}]}}}}
            ---
            apiVersion: ray.io/v1
            kind: RayCluster
            metadata: {name: ray}
            spec:
              headGroupSpec: {template: {spec: {containers: [{name: head}]}}}
              workerGroupSpecs:
              - {replicas: 3, template: {spec: {containers: [{name: worker}]}}}
            """;

        assertThat(Manifest.read(sets))
                .extracting(PodTemplate::kind, PodTemplate::path, PodTemplate::pods)
                .containsExactly(
                        tuple("JobSet", "spec.replicatedJobs[0].template.spec.template", 8L),
                        tuple("RayCluster", "spec.headGroupSpec.template", 1L),
                        tuple("RayCluster", "spec.workerGroupSpecs[0].template", 3L));
    }

    @Test
    void json_is_read_too() {
        assertThat(Manifest.read("{\"kind\": \"Pod\", \"apiVersion\": \"v1\", \"spec\": {\"containers\": []}}"))
                .extracting(PodTemplate::name)
                .containsExactly("unnamed");
    }

    @Test
    void what_is_no_manifest_is_refused_with_words() {
        assertThatThrownBy(() -> Manifest.read("a: [")).hasMessageStartingWith("it is not a manifest in YAML or JSON");
        assertThatThrownBy(() -> Manifest.read("just words")).hasMessageStartingWith("it is not a manifest");
        assertThatThrownBy(() -> Manifest.read("")).hasMessageStartingWith("there is no pod in it");
        assertThatThrownBy(() -> Manifest.read("kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n"))
                .hasMessageStartingWith("there is no pod in it");
    }

    /// Each line is nine times the one before it.
    @Test
    void aliases_that_would_fill_the_memory_are_refused() {
        var text = new StringBuilder("kind: Pod\napiVersion: v1\nspec:\n  a0: &a0 [x]\n");
        for (var i = 1; i < 20; i++) {
            text.append("  a%d: &a%d [%s]\n"
                    .formatted(i, i, "*a%d,".formatted(i - 1).repeat(9)));
        }
        assertThatThrownBy(() -> Manifest.read(text.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("it is not a manifest");
    }
}
