package io.gpuledger.exporter.attribution.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.ProcessOrigin;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What nodes have in `/proc/<pid>/cgroup`. Ids are abbreviated: `{a}` and `{b}` are containers, `{p}` and `{q}` pods,
/// `{p_}` and `{q_}` the same as systemd's slices have them, `{s}` a static pod.
class MembershipTest {
    private static String full(String text) {
        return text.replace("{a}", "d7dfb4a21fe1703a8537e60d5af248af729315d187b24a538102d14874c8117d")
                .replace("{b}", "a09bc17f5aa29b0dbdec9ede5f46cf1396d2405917ab02e6f1eb1019f388396e")
                .replace("{p}", "1e597579-417e-482f-bf65-5fe170c3aebd")
                .replace("{p_}", "1e597579_417e_482f_bf65_5fe170c3aebd")
                .replace("{q}", "ff49d0be-16b7-4a49-bb9e-8ec1f1f4e27f")
                .replace("{q_}", "ff49d0be_16b7_4a49_bb9e_8ec1f1f4e27f")
                .replace("{s}", "187bff14cccb94f179e943eacce55bb3");
    }

    private static ProcessOrigin origin(String pod, String container, String job) {
        return new ProcessOrigin(id(pod), id(container), id(job));
    }

    private static Optional<String> id(String text) {
        return text.equals("-") ? Optional.empty() : Optional.of(full(text));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiterString = " | ", textBlock = """
        # Kubernetes, systemd driver
        0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod{p_}.slice/cri-containerd-{a}.scope | {p} | {a} | -
        0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod{p_}.slice/crio-{a}.scope         | {p} | {a} | -
        0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod{p_}.slice/crio-{a}.scope/container | {p} | {a} | -
        0::/kubepods.slice/kubepods-pod{p_}.slice/docker-{a}.scope                                            | {p} | {a} | -
        0::/kubepods.slice/kubepods-pod{p_}.slice/cri-containerd-{a}.scope/init.scope                         | {p} | {a} | -
        0::/kubepods.slice/kubepods-pod{p_}.slice/crio-conmon-{a}.scope                                       | {p} | -   | -
        0::/kubepods.slice/kubepods-pod{p_}.slice                                                             | {p} | -   | -
        0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod{s}.slice/cri-containerd-{a}.scope  | {s} | {a} | -
        0::/gpu.slice/gpu-kubepods.slice/gpu-kubepods-pod{p_}.slice/cri-containerd-{a}.scope                  | {p} | {a} | -
        1:name=systemd:/kubepods.slice/kubepods-pod{p_}.slice/docker-{a}.scope                                | {p} | {a} | -
        1:name=systemd:/system.slice/containerd.service/kubepods-burstable-pod{p_}.slice:cri-containerd:{a}   | {p} | {a} | -
        11:perf_event:/kubepods-besteffort-pod{p_}.slice:cri-containerd:{a}                                   | {p} | {a} | -
        # Kubernetes, cgroupfs driver
        0::/kubepods/burstable/pod{p}/{a}                                                                     | {p} | {a} | -
        0::/kubepods/besteffort/pod{p}/{a}                                                                    | {p} | {a} | -
        0::/kubepods/pod{p}/{a}                                                                               | {p} | {a} | -
        0::/kubepods/pod{p}/crio-{a}                                                                          | {p} | {a} | -
        0::/kubepods/pod{p}/crio-conmon-{a}                                                                   | {p} | -   | -
        0::/kubepods/burstable/pod{s}/{a}                                                                     | {s} | {a} | -
        12:cpuset:/kubepods/burstable/pod{p}/{a}                                                              | {p} | {a} | -
        4:cpu,cpuacct:/kubepods.slice/kubepods-pod{p_}.slice/crio-{a}.scope                                   | {p} | {a} | -
        # nodes that are containers themselves: kind, k3d
        0::/docker/{b}/kubelet/kubepods/besteffort/pod{p}/{a}                                                 | {p} | {a} | -
        0::/docker/{b}/kubelet/kubepods/besteffort/pod{p}                                                     | {p} | -   | -
        0::/system.slice/docker-{b}.scope/kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice/kubelet-kubepods-besteffort-pod{p_}.slice/cri-containerd-{a}.scope | {p} | {a} | -
        0::/docker/{b}/kubepods/burstable/pod{p}/{a}                                                          | {p} | {a} | -
        0::/kubepods/burstable/pod{q}/{b}/kubelet/kubepods/pod{p}/{a}                                         | {p} | {a} | -
        0::/kubepods.slice/kubepods-pod{q_}.slice/cri-containerd-{b}.scope/kubelet.slice/kubelet-kubepods-pod{p_}.slice/cri-containerd-{a}.scope | {p} | {a} | -
        # a container that a pod's container has started is that container's
        0::/kubepods/burstable/pod{p}/{a}/docker/{b}                                                          | {p} | {a} | -
        0::/kubepods.slice/kubepods-pod{p_}.slice/cri-containerd-{a}.scope/system.slice/docker-{b}.scope      | {p} | {a} | -
        # seen from another namespace of control groups
        0::/../../kubepods-burstable-pod{p_}.slice/cri-containerd-{a}.scope                                   | {p} | {a} | -
        0::/../../../kubepods-burstable.slice/kubepods-burstable-pod{p_}.slice/crio-{a}.scope                 | {p} | {a} | -
        0::/../../pod{p}/{a}                                                                                  | {p} | {a} | -
        0::/../../../burstable/pod{s}/{a}                                                                     | {s} | {a} | -
        0::/../cri-containerd-{a}.scope                                                                       | -   | {a} | -
        0::/../{a}                                                                                            | -   | {a} | -
        0::/../../../system.slice/slurmstepd.scope/job_7/step_0/user/task_0                                   | -   | -   | 7
        # containers without Kubernetes
        0::/docker/{a}                                                                                        | -   | {a} | -
        0::/system.slice/docker-{a}.scope                                                                     | -   | {a} | -
        0::/docker/{b}/docker/{a}                                                                             | -   | {a} | -
        0::/machine.slice/libpod-{a}.scope/container                                                          | -   | {a} | -
        0::/machine.slice/libpod-conmon-{a}.scope                                                             | -   | -   | -
        0::/machine.slice/machine-libpod_pod_{b}.slice/libpod-{a}.scope                                       | -   | {a} | -
        0::/machine.slice/machine-libpod_pod_{b}.slice                                                        | -   | -   | -
        0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-{a}.scope/container                | -   | {a} | -
        0::/libpod_parent/libpod-{a}                                                                          | -   | {a} | -
        0::/system.slice/nerdctl-{a}.scope                                                                    | -   | {a} | -
        9:devices:/ecs/2ff1f3e2c5a54f3a8ad1a4c1c5b2a7a1/{a}                                                   | -   | {a} | -
        # Slurm
        0::/system.slice/slurmstepd.scope/job_1392969/step_0/user/task_0                                      | -   | -   | 1392969
        0::/system.slice/slurmstepd.scope/job_123/step_batch/user/task_special                                | -   | -   | 123
        0::/system.slice/slurmstepd.scope/job_123/step_extern/user/task_special                               | -   | -   | 123
        0::/system.slice/node-17_slurmstepd.scope/job_123/step_0/user/task_3                                  | -   | -   | 123
        0::/system.slice/slurmstepd.scope/job_42/step_interactive/slurm                                       | -   | -   | 42
        0::/system.slice/slurmstepd.scope/job_4294967294                                                      | -   | -   | 4294967294
        0::/system.slice/slurmstepd.scope/system                                                              | -   | -   | -
        0::/system.slice/slurmd.service                                                                       | -   | -   | -
        10:devices:/slurm/uid_2101171/job_280678/step_interactive/task_0                                      | -   | -   | 280678
        10:devices:/slurm_node-17/uid_1000/job_5/step_batch                                                   | -   | -   | 5
        4:memory:/slurm/uid_1000                                                                              | -   | -   | -
        # Slurm beside others
        0::/kubepods.slice/kubepods-pod{p_}.slice/cri-containerd-{a}.scope/system.slice/slurmstepd.scope/job_9/step_0/user/task_0 | {p} | {a} | 9
        0::/system.slice/slurmstepd.scope/job_9/step_0/user/task_0/libpod-{a}.scope                           | -   | {a} | 9
        # of a control group that was removed
        0::/kubepods.slice/kubepods-pod{p_}.slice/cri-containerd-{a}.scope (deleted)                          | {p} | {a} | -
        0::/kubepods/pod{p} (deleted)                                                                         | {p} | -   | -
        0::/system.slice/slurmstepd.scope/job_9 (deleted)                                                     | -   | -   | 9
        """)
    void a_group_says_which_pod_container_and_job_it_is_of(String line, String pod, String container, String job) {
        assertThat(Membership.read(full(line))).isEqualTo(origin(pod, container, job));
        assertThat(Membership.read(full(line) + "\n")).isEqualTo(origin(pod, container, job));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "0::",
                "0::/",
                "0::/init.scope",
                "0::/user.slice/user-1000.slice/session-3.scope",
                "0::/system.slice/nvidia-persistenced.service",
                "0::/kubepods.slice",
                "0::/kubepods.slice/kubepods-burstable.slice",
                "0::/kubepods/besteffort",
                "no line of a control group",
                "/docker/{a}",
                "::/docker/{a}",
                "x:memory:/docker/{a}",
                "99999999999:memory:/docker/{a}",
                "0::docker/{a}",
                // Too long, too short, or in other letters.
                "0::/docker/{a}0",
                "0::/docker/a09bc17f5aa2",
                "0::/docker/D7DFB4A21FE1703A8537E60D5AF248AF729315D187B24A538102D14874C8117D",
                "0::/kubepods/podcast",
                "0::/kubepods/pod1e597579-417e-482f-bf65",
                "0::/kubepods/pod{p}0",
                "0::/kubepods/pod{s}-volume",
                // What is called like a job's, and is none.
                "0::/system.slice/slurmstepd.scope/job_",
                "0::/system.slice/slurmstepd.scope/job_x",
                "0::/system.slice/slurmstepd.scope/job_12345678901",
                "0::/system.slice/myslurmstepd.scope/job_1",
                "0::/user.slice/job_1",
                "0::/htcondor/condor_var_lib_condor_execute_slot1@node/job_1",
            })
    void what_is_none_of_these_is_nowhere(String file) {
        assertThat(Membership.read(full(file))).isEqualTo(ProcessOrigin.NOWHERE);
    }

    @Test
    void of_many_hierarchies_the_one_that_says_most_counts() {
        assertThat(Membership.read(full("""
            13:misc:/
            12:pids:/kubepods/burstable/pod{p}
            11:cpuset:/kubepods/burstable/pod{p}/{a}
            10:devices:/kubepods/burstable/pod{p}/{a}
            1:name=systemd:/docker/{b}
            0::/system.slice/containerd.service
            """))).isEqualTo(origin("{p}", "{a}", "-"));
    }

    @Test
    void a_pod_counts_more_than_a_container_and_the_first_of_equals_is_taken() {
        assertThat(Membership.read(full("5:memory:/docker/{b}\n4:cpuset:/kubepods/pod{p}\n3:pids:/kubepods/pod{q}\n")))
                .isEqualTo(origin("{p}", "-", "-"));
    }

    @Test
    void a_job_may_stand_in_another_hierarchy_than_the_container() {
        assertThat(Membership.read(full("""
            11:cpuset:/slurm/uid_1000/job_280678/step_0
            10:devices:/slurm/uid_1000/job_280678/step_0/task_0
            9:blkio:/system.slice/slurmd.service
            1:name=systemd:/machine.slice/libpod-{a}.scope
            """))).isEqualTo(origin("-", "{a}", "280678"));
    }

    @Test
    void only_a_line_feed_ends_a_line_as_a_group_may_have_any_other_letter_in_its_name() {
        assertThat(Membership.read(full("0::/user.slice/x\r1:cpu:/docker/y\u00857:pids:/z\n")))
                .isEqualTo(ProcessOrigin.NOWHERE);
        assertThat(Membership.read(full("0::/user.slice/x\r1/docker/{a}\n"))).isEqualTo(origin("-", "{a}", "-"));
    }
}
