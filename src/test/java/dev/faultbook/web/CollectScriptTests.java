package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.TestLogs;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.hang.Hang;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the collection script on this machine and on simulated machines. */
class CollectScriptTests {
  private static final Path SCRIPT = Path.of("src/main/resources/scripts/collect.sh");
  private static final String SYSTEM_PATH = "/usr/bin:/bin";
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  @TempDir Path folder;

  /** Returns the shells installed on this machine. */
  static Stream<List<String>> shells() {
    return Stream.of(
            List.of("/bin/sh"),
            List.of("/bin/dash"),
            List.of("/bin/bash", "--posix"),
            List.of("/bin/bash"),
            List.of("/bin/busybox", "sh"))
        .filter(shell -> Files.isExecutable(Path.of(shell.getFirst())));
  }

  @ParameterizedTest
  @MethodSource("shells")
  void everyShellPrintsEverySection(List<String> shell) throws Exception {
    String out = run(shell, Map.of("PATH", SYSTEM_PATH, "NCCL_DEBUG", "INFO"));
    assertThat(out).startsWith("# faultbook collect 1\n");
    assertThat(out.lines().filter(line -> line.startsWith("== ")))
        .containsExactly(
            "== gpu ==",
            "== pytorch ==",
            "== libraries ==",
            "== system ==",
            "== driver ==",
            "== containers ==",
            "== network ==",
            "== scheduler ==",
            "== environment ==",
            "== kernel ==");
    assertThat(out).contains("\nenv.NCCL_DEBUG: INFO\n", "\nlimit_nofile: ");
    assertThat(out.lines().skip(1))
        .allMatch(line -> line.isEmpty() || line.startsWith("== ") || line.contains(": "));
  }

  /** Real processes with a rank; py-spy is not on every machine, so a stand-in prints its form. */
  @ParameterizedTest
  @MethodSource("shells")
  void theScriptForHangsFindsTheRankThatIsAwaited(List<String> shell) throws Exception {
    addTool(
        "py-spy",
        """
        rank=$(tr '\\0' '\\n' < /proc/$3/environ | sed -n 's/^RANK=//p')
        echo "Process $3: python train.py"
        echo "Python v3.11.9 (/usr/bin/python3.11)"
        echo
        echo "Thread $3 (idle): \\"MainThread\\""
        if [ "$rank" = 5 ]; then
          echo "    read (data/mixture.py:88)"
        else
          echo "    all_reduce (torch/distributed/distributed_c10d.py:2501)"
        fi
        echo "    step (train.py:141)"
        echo "    <module> (train.py:210)"
        """);
    List<Process> ranks = new ArrayList<>();
    try {
      for (int rank = 0; rank < 8; rank++) {
        ProcessBuilder sleeping = new ProcessBuilder("sleep", "60");
        sleeping.environment().put("RANK", "" + rank);
        ranks.add(sleeping.start());
      }
      ProcessBuilder launcher = new ProcessBuilder("sleep", "60");
      launcher.environment().put("SLURM_PROCID", "0");
      ranks.add(launcher.start());
      List<String> command = new ArrayList<>(shell);
      command.add(SCRIPT.resolveSibling("collect-hang.sh").toAbsolutePath().toString());
      command.add(folder.resolve("hang").toString());
      ProcessBuilder script = new ProcessBuilder(command).redirectErrorStream(true);
      script.environment().put("PATH", folder + ":" + SYSTEM_PATH);
      Process run = script.start();
      String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(run.waitFor()).as(said).isZero();
      assertThat(said).doesNotContain("cannot open", "Permission denied");
    } finally {
      ranks.forEach(Process::destroy);
    }
    List<Path> stacks;
    try (Stream<Path> files = Files.walk(folder.resolve("hang"))) {
      stacks = files.filter(file -> file.toString().endsWith(".stack.txt")).sorted().toList();
    }
    assertThat(stacks).hasSizeGreaterThanOrEqualTo(8);
    List<Path> own =
        stacks.stream()
            .filter(
                file ->
                    ranks.stream()
                        .anyMatch(of -> file.toString().contains("pid-" + of.pid() + ".")))
            .toList();
    assertThat(own).as("the launcher is no rank").hasSize(8);
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Path file : own) {
      files.put(file.getFileName().toString(), Files.readAllBytes(file));
    }
    try (InMemoryLog log = TestLogs.holdFiles(files)) {
      Hang hang = DIAGNOSER.diagnose(log).hang().orElseThrow();
      assertThat(hang.awaited()).extracting(Hang.Peer::rank).containsExactly(5);
    }
  }

  @ParameterizedTest
  @MethodSource("shells")
  void withoutAnyToolItStillEndsWell(List<String> shell) throws Exception {
    String out = run(shell, Map.of("PATH", "/nowhere"));
    assertThat(out).contains("# faultbook collect 1", "python: not found", "== kernel ==");
    assertThat(run(shell, Map.of())).contains("# faultbook collect 1", "== kernel ==");
  }

  @ParameterizedTest
  @MethodSource("shells")
  void itPrintsNothingSecret(List<String> shell) throws Exception {
    simulateMachine("NVIDIA H100 80GB HBM3", "570.124.06", "9.0", "12.8", "2.7.1+cu128", "ok");
    addTool(
        "dmesg",
        "echo '[1.0] NVRM: Xid (PCI:0000:3b:00): 79, pid=77, name=/home/melanie/bin/py, GPU gone'");
    Map<String, String> env = new LinkedHashMap<>();
    env.put("PATH", folder + ":" + SYSTEM_PATH);
    env.put("HOME", "/home/melanie");
    env.put("USER", "melanie");
    env.put("LOGNAME", "melanie");
    env.put("HOSTNAME", "trainer-77.corp.example.com");
    env.put("HF_TOKEN", "hf_plantedplantedplantedplanted1");
    env.put("WANDB_API_KEY", "0123456789abcdef0123456789abcdef01234567");
    env.put("NCCL_NET_TOKEN", "planted-a");
    env.put("CUDA_SECRET_THING", "planted-b");
    env.put("TORCH_HOME", "/scratch/melanie/hub");
    env.put("TORCHINDUCTOR_CACHE_DIR", "/tmp/torchinductor_melanie");
    env.put("NCCL_DEBUG_FILE", "/home/melanie/logs/nccl.%h.log");
    env.put("NCCL_TOPO_FILE", "/home/somebody.else/topo.xml");
    env.put("LD_LIBRARY_PATH", "/opt/x/lib:/home/melanie/lib:/Users/mel2/lib");
    env.put("NCCL_COMM_ID", "203.0.113.9:29500");
    env.put("GLOO_SOCKET_IFNAME", "eth0");
    env.put("NCCL_ADDRESS", "198.51.100.7");
    env.put("NCCL_ADDRESS_V6", "2001:db8:85a3::8a2e:370:7334");
    env.put("NCCL_SHORT_V6", "[2a00::1]:29500");
    env.put("NCCL_MAPPED_V6", "::ffff:203.0.113.10");
    env.put("NCCL_WHO", "somebody.else@node7");
    env.put("CUDA_CACHE_PATH", "/nfs/homes/somebody.else/.nv:/data/users/somebody.else/nv");
    env.put("SUDO_USER", "gargoyle");
    env.put("TORCH_EXTENSIONS_DIR", "/scratch/gargoyle/ext");
    env.put("NCCL_PRIVATE", "10.1.2.3");
    env.put("NCCL_PEER", "trainer-12.corp.example.com:29400");
    env.put("CUDA_URL", "https://user:planted-c@example.com/x");
    env.put("TORCH_LOGS", "AKIAIOSFODNN7PLANTED");
    env.put("PYTORCH_X", "0123456789abcdef0123456789abcdefplanted");
    env.put("NCCL_LINES", "a\nexport NCCL_FAKE=planted-d\nMASTER_ADDR=8.8.8.8");
    env.put("CUDA_VISIBLE_DEVICES", "GPU-8f6e1c6e-1111-2222-3333-444455556666");
    env.put("MASTER_ADDR", "trainer-12.corp.example.com");
    env.put("MASTER_PORT", "29500");
    env.put("OMP_NUM_THREADS", "8");
    String out = run(shell, env);
    assertThat(out)
        .doesNotContain(
            "planted",
            "PLANTED",
            "melanie",
            "somebody.else",
            "mel2",
            "203.0.113",
            "198.51.100",
            "2a00",
            "gargoyle")
        .doesNotContain("2001:db8", "trainer-", "example.com", "8.8.8.8", "0123456789", "8f6e1c6e")
        .contains("\nenv.NCCL_PRIVATE: 10.1.2.3\n", "\nenv.OMP_NUM_THREADS: 8\n")
        .contains("\nenv.MASTER_PORT: 29500\n", "\nenv.MASTER_ADDR: (set)\n")
        .contains("\nenv.LD_LIBRARY_PATH: /opt/x/lib:~/lib:~/lib\n")
        .contains("\nenv.NCCL_DEBUG_FILE: ~/logs/nccl.%h.log\n", "\nenv.TORCH_HOME: /scratch/USER/")
        .contains("kernel_line: [1.0] NVRM: Xid (PCI:0000:3b:00): 79");
    assertThat(
            System.getProperty("user.name").equals("root")
                || !out.contains(System.getProperty("user.name")))
        .isTrue();
  }

  @Test
  void aHealthyMachineReadsAsOne() throws Exception {
    simulateMachine("NVIDIA H100 80GB HBM3", "570.124.06", "9.0", "12.8", "2.7.1+cu128", "ok");
    String out = run(List.of("/bin/sh"), Map.of("PATH", folder + ":" + SYSTEM_PATH));
    assertThat(out)
        .contains("\ngpu: NVIDIA H100 80GB HBM3\n", "\ncompute_capability: 9.0\n", "\ngpus: 2\n")
        .contains("\ndriver: 570.124.06\n", "\ndriver_cuda: 12.8\n", "\ntorch: 2.7.1+cu128\n")
        .contains("\ncuda: 12.8\n", "\ncudnn: 9.7.1\n", "\nnccl: 2.26.2\n", "\nmatmul0: ok\n")
        .contains(
            "\narch_list: sm_80 sm_90\n", "\ngpu0: 00000000:18:00.0, 4 MiB of 81559 MiB used");
    Report report = report(out);
    assertThat(report.verdict()).isEqualTo(Conclusion.NO_MATCH);
    assertThat(report.machine().verdict()).isEqualTo("ok");
    assertThat(report.suggestions()).isEmpty();
    assertThat(report.facts())
        .containsEntry("gpu", List.of("NVIDIA H100 80GB HBM3"))
        .containsEntry("driver", List.of("570.124.06"))
        .containsEntry("torch", List.of("2.7.1+cu128"))
        .containsEntry("nccl", List.of("2.26.2"))
        .containsEntry("cudnn", List.of("9.7.1"))
        .containsKeys("compute_capability", "driver_cuda", "cuda", "python", "interfaces");
    assertThat(ReportWriter.toText(report, Language.EN, ""))
        .startsWith("MACHINE  This machine's GPU, driver and PyTorch are compatible\n")
        .contains("None of the collected lines is a known fault.", "  driver  570.124.06\n")
        .doesNotContain("NO MATCH", "look like errors");
  }

  @ParameterizedTest
  @MethodSource("shells")
  void whatStartsContainersAndJobsIsTold(List<String> shell) throws Exception {
    addTool("docker", "echo 'runc: io.containerd.runc.v2 nvidia runc'");
    addTool("modinfo", "echo 570.124.06");
    addTool("mokutil", "echo 'SecureBoot enabled'");
    addTool("nvidia-ctk", "echo 'NVIDIA Container Toolkit CLI version 1.17.8'; echo 'commit: 1'");
    addTool(
        "srun",
        "case $1 in --version) echo 'slurm 24.05.2' ;;\n"
            + "*) echo 'MPI plugin types are...' >&2; echo '\tpmix' >&2; echo '\tnone' >&2 ;; esac");
    Map<String, String> env = new LinkedHashMap<>();
    env.put("PATH", folder + ":" + SYSTEM_PATH);
    env.put("SLURM_GPUS_ON_NODE", "8");
    env.put("SLURM_PROCID", "3");
    env.put("SLURM_JOB_NODELIST", "gpu-n[01-04]");
    env.put("SLURM_JWT", "planted");
    env.put("KUBERNETES_SERVICE_HOST", "10.96.0.1");
    String out = run(shell, env);
    assertThat(out)
        .contains("\ndocker_default_runtime: runc\n", "io.containerd.runc.v2 nvidia runc\n")
        .contains("\nmodule_for_kernel: 570.124.06\n", "\nsecure_boot: enabled\n")
        .contains("\ncontainer_toolkit: 1.17.8\n", "\nslurm: 24.05.2\n", "\nkubernetes: in a pod")
        .contains("\nenv.SLURM_GPUS_ON_NODE: 8\n", "\nenv.SLURM_PROCID: 3\n")
        .contains("slurm_mpi: pmix none\n")
        .doesNotContain("gpu-n", "planted", "plugin types");
    assertThat(report(out).facts()).containsEntry("env.SLURM_GPUS_ON_NODE", List.of("8"));
  }

  /** Calls the functions that read system files with sample files. */
  @ParameterizedTest
  @MethodSource("shells")
  void filesOfTheSystemAreReadForWhatMattersOnly(List<String> shell) throws Exception {
    Path blacklist = folder.resolve("gpu.conf");
    Files.writeString(
        blacklist,
        "# blacklist nvidia\nblacklist nouveau\noptions nvidia NVreg_x=1\nblacklist pcspkr");
    Path containerd = folder.resolve("config.toml");
    Files.writeString(
        containerd,
        """
        [plugins."io.containerd.grpc.v1.cri".registry.configs."r.lab".auth]
          password = "planted"
        [plugins."io.containerd.grpc.v1.cri".containerd]
          default_runtime_name = "nvidia"
        [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.nvidia]
        """);
    Path cdi = folder.resolve("nvidia.yaml");
    Files.writeString(
        cdi, "cdiVersion: 0.5.0\n  - hostPath: /usr/lib/x86_64-linux-gnu/libcuda.so.550.54.14\n");
    Path port = Files.createDirectories(folder.resolve("mlx5_0/ports/1"));
    Files.createDirectories(port.resolve("gids"));
    Files.createDirectories(port.resolve("gid_attrs/types"));
    Files.createDirectories(port.resolve("gid_attrs/ndevs"));
    Files.writeString(port.resolve("gids/0"), "0000:0000:0000:0000:0000:0000:0000:0000\n");
    Files.writeString(port.resolve("gids/1"), "0000:0000:0000:0000:0000:ffff:cb00:7109\n");
    Files.writeString(port.resolve("gid_attrs/types/1"), "RoCE v2\n");
    Files.writeString(port.resolve("gid_attrs/ndevs/1"), "eth0\n");
    Path empty = Files.createDirectories(folder.resolve("mlx5_1/ports/1/gids")).getParent();
    Files.writeString(empty.resolve("gids/0"), "0000:0000:0000:0000:0000:0000:0000:0000\n");
    String script = Files.readString(SCRIPT, StandardCharsets.UTF_8);
    Path parts = folder.resolve("parts.sh");
    Files.writeString(
        parts,
        script.substring(0, script.lastIndexOf("main\n"))
            + "me=\nmachine=\nmodprobe_lines '%s'\nsettings containerd '%s'\ncdi '%s'\n"
                .formatted(blacklist, containerd, cdi)
            + "gids '%s' mlx5_0\ngids '%s' mlx5_1\n".formatted(port, empty));
    assertThat(process(shell, Map.of("PATH", SYSTEM_PATH), parts))
        .contains("modprobe: blacklist nouveau (gpu.conf)\n", "modprobe: options nvidia NVreg_x=1")
        .contains("containerd: default_runtime_name = \"nvidia\"\n", "runtimes.nvidia]\n")
        .contains("nvidia.yaml for driver 550.54.14\n")
        .contains("gid: mlx5_0 port 1 index 1 IPv4, RoCE v2, eth0\n", "mlx5_1 port 1 all zero\n")
        .doesNotContain("# blacklist", "pcspkr", "planted", "cb00");
  }

  @Test
  void shellcheckFindsNothing() throws Exception {
    Assumptions.assumeTrue(
        Stream.of(System.getenv("PATH").split(":", -1))
            .anyMatch(tools -> Files.isExecutable(Path.of(tools, "shellcheck"))));
    Process process = new ProcessBuilder("shellcheck", "-s", "sh", SCRIPT.toString()).start();
    assertThat(process.getInputStream().readAllBytes()).asString(StandardCharsets.UTF_8).isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void aMachineWhosePartsDoNotFitIsTold() throws Exception {
    simulateMachine(
        "NVIDIA GeForce RTX 5090",
        "570.124.06",
        "12.0",
        "12.8",
        "2.0.0+cu118",
        "CUDA error: no kernel image is available for execution on the device");
    String out = run(List.of("/bin/sh"), Map.of("PATH", folder + ":" + SYSTEM_PATH));
    Report report = report(out);
    assertThat(report.machine().verdict()).isEqualTo("arch-not-in-build");
    assertThat(report.findings().getFirst().entry()).isEqualTo("arch-not-in-build");
    assertThat(ReportWriter.toText(report, Language.EN, ""))
        .startsWith("ROOT CAUSE")
        .contains(
            "MACHINE  This machine's PyTorch has no code for its GPU", "+cu128\" --index-url");
    simulateMachine("NVIDIA H100 PCIe", "470.57.02", "9.0", "11.4", "2.7.1+cu128", "ok");
    assertThat(
            report(run(List.of("/bin/sh"), Map.of("PATH", folder + ":" + SYSTEM_PATH)))
                .machine()
                .verdict())
        .isEqualTo("driver-too-old");
  }

  @Test
  void aDriverThatFailsIsQuoted() throws Exception {
    addTool(
        "nvidia-smi", "echo 'Failed to initialize NVML: Driver/library version mismatch'; exit 18");
    String out = run(List.of("/bin/sh"), Map.of("PATH", folder + ":" + SYSTEM_PATH));
    assertThat(out).contains("Failed to initialize NVML: Driver/library version mismatch");
    assertThat(report(out).findings().getFirst().entry()).isEqualTo("nvml-driver-library-mismatch");
  }

  /** Every probe hangs: the script prints what it knows without them and leaves no files. */
  @Test
  void aDriverThatHangsDoesNotHangTheScript() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    List<String> before = names(Path.of("/tmp"));
    // id hangs if a directory service is down.
    for (String name :
        List.of("nvidia-smi", "python3", "python", "dmesg", "df", "ldconfig", "id", "uname")) {
      addTool(name, "exec sleep 300");
    }
    String out =
        run(
            List.of("/bin/sh"),
            Map.of("PATH", folder + ":" + SYSTEM_PATH, "TMPDIR", temporary.toString()));
    assertThat(out)
        .contains("nvidia_smi: gave no answer in time", "torch_probe: stopped after", "\nos: ");
    assertThat(names(temporary)).isEmpty();
    assertThat(names(Path.of("/tmp")))
        .noneMatch(name -> name.startsWith("faultbook.") && !before.contains(name));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** The command that hangs runs before the time limits of the probes are in place. */
  @Test
  void aToolThatHangsOutsideOfTheProbesEndsTheScript() throws Exception {
    addTool("mkdir", "exec sleep 300");
    ProcessBuilder builder = new ProcessBuilder("/bin/sh");
    builder.environment().clear();
    builder.environment().put("PATH", folder + ":" + SYSTEM_PATH);
    builder.redirectInput(SCRIPT.toFile());
    Process process = builder.start();
    assertThat(process.getInputStream().readAllBytes())
        .asString(StandardCharsets.UTF_8)
        .startsWith("# faultbook collect 1\n");
    assertThat(process.waitFor()).isEqualTo(128 + 9);
  }

  @ParameterizedTest
  @MethodSource("shells")
  void aNameOfTwoLettersIsNoPartOfOtherWords(List<String> shell) throws Exception {
    String out =
        run(
            shell,
            Map.of(
                "PATH",
                SYSTEM_PATH,
                "USER",
                "li",
                "TORCH_HOME",
                "/scratch/li",
                "NCCL_IB_HCA",
                "mlx5_0",
                "LD_LIBRARY_PATH",
                "/opt/li/lib:/opt/libs",
                "PYTORCH_X",
                "/u/li:/u/li/x"));
    assertThat(out)
        .contains("\nenv.TORCH_HOME: /scratch/USER\n", "\nenv.PYTORCH_X: /u/USER:/u/USER/x\n")
        .contains("\nenv.LD_LIBRARY_PATH: /opt/USER/lib:/opt/libs\n", "env.NCCL_IB_HCA: mlx5_0");
  }

  @Test
  void halfADownloadRunsNothing() throws Exception {
    String script = Files.readString(SCRIPT, StandardCharsets.UTF_8);
    Path half = folder.resolve("half.sh");
    Files.writeString(half, script.substring(0, script.lastIndexOf("main\n")));
    assertThat(process(List.of("/bin/sh"), Map.of("PATH", SYSTEM_PATH), half)).isEmpty();
  }

  private static Report report(String out) {
    return Report.fromDiagnosis(
        DIAGNOSER.diagnose(out.getBytes(StandardCharsets.UTF_8)), Language.EN);
  }

  private String run(List<String> shell, Map<String, String> env) throws Exception {
    return process(shell, env, SCRIPT);
  }

  /** Feeds the script to the shell on standard input, as a pipe does. */
  private static String process(List<String> command, Map<String, String> env, Path input)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(command);
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().clear();
    builder.environment().putAll(env);
    builder.redirectInput(input.toFile());
    builder.redirectErrorStream(true);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).describedAs(out).isZero();
    return out;
  }

  private void addTool(String name, String body) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** Simulates a machine with two GPUs of one model and a Python with a fake torch. */
  private void simulateMachine(
      String gpu, String driver, String capability, String cuda, String torch, String product)
      throws IOException {
    String row =
        "%d, "
            + gpu
            + ", "
            + driver
            + ", 00000000:%d8:00.0, 81559 MiB, 4 MiB, 33, Enabled, 0, Disabled";
    addTool(
        "nvidia-smi",
        "case \"$*\" in\n"
            + "*=index,*) echo '"
            + row.formatted(0, 1)
            + "'; echo '"
            + row.formatted(1, 2)
            + "' ;;\n*compute_cap*) echo "
            + capability
            + "; echo "
            + capability
            + " ;;\n"
            + "*-q*) echo '    Fabric'; echo '        State : Completed' ;;\n"
            + "*) echo '| NVIDIA-SMI "
            + driver
            + "   Driver Version: "
            + driver
            + "   CUDA Version: "
            + cuda
            + " |' ;;\nesac");
    Path package_ = Files.createDirectories(folder.resolve("fake/torch"));
    String build = torch.substring(torch.length() - 3);
    Files.writeString(
        package_.resolve("__init__.py"),
        """
        __version__ = "%s"
        class version:
            cuda = "%s"
        class _T:
            def to(self, device): return self
            def cpu(self): return self
            def __matmul__(self, other):
                if "%s" != "ok": raise RuntimeError("%s")
                return self
        def rand(*size): return _T()
        def allclose(*a, **k): return True
        class cuda:
            class nccl:
                @staticmethod
                def version(): return (2, 26, 2)
            @staticmethod
            def get_arch_list(): return ["sm_80", "sm_90"]
            @staticmethod
            def init(): pass
            @staticmethod
            def device_count(): return 2
        class backends:
            class cudnn:
                @staticmethod
                def version(): return 90701
        """
            .formatted(torch, build.substring(0, 2) + "." + build.charAt(2), product, product));
    addTool(
        "python3",
        "PYTHONPATH='"
            + folder.resolve("fake")
            + "' exec /usr/bin/env -i PYTHONPATH='"
            + folder.resolve("fake")
            + "' PATH="
            + System.getenv("PATH")
            + " "
            + python()
            + " \"$@\"");
  }

  private static String python() {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, "python3"))) {
        return folder + "/python3";
      }
    }
    return Assumptions.abort("no python3 on this machine");
  }
}
