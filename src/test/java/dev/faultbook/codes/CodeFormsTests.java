package dev.faultbook.codes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.log.Chunk;
import dev.faultbook.stream.LogStreams;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that every row of the shipped tables is recognised in the forms in which its software
 * prints it.
 */
class CodeFormsTests {
  private static final CodeTables TABLES = ShippedCatalogue.knowledge().codes();
  private static final CodeScanner SCANNER = new CodeScanner(TABLES);

  /** A log line with a code, by family. */
  private static final Map<String, Function<Code, String>> FORMS = new LinkedHashMap<>();

  static {
    FORMS.put(
        "xid", c -> "[  12.5] NVRM: Xid (PCI:0000:3b:00): " + c.code() + ", pid=4711, name=python");
    FORMS.put(
        "sxid",
        c -> "nvidia-nvswitch3: SXid (PCI:0000:05:00.0): " + c.code() + ", Fatal, Link 30 text");
    FORMS.put("cuda", c -> "RuntimeError: CUDA error: " + c.spelling().name());
    FORMS.put("cudnn", c -> "RuntimeError: cuDNN error: " + c.spelling().name());
    FORMS.put(
        "cublas", c -> "CUDA error: " + c.spelling().name() + " when calling `cublasCreate(h)`");
    FORMS.put("cusolver", c -> "cusolver error: " + c.spelling().name() + ", when calling `f(x)`");
    FORMS.put("cusparse", c -> "CUDA error: " + c.spelling().name() + " when calling `f(x)`");
    FORMS.put("cufft", c -> "cuFFT error: " + c.spelling().name());
    FORMS.put("nvml", c -> "nvmlInit failed: " + c.code());
    FORMS.put("nccl", c -> "node1:4103:4711 [3] NCCL INFO transport/net.cc:395 -> " + c.code());
    FORMS.put(
        "ib-wc",
        c ->
            "NET/IB : Got completion from peer 10.0.0.2<47534> with status="
                + c.code()
                + " opcode=129 len=0 vendor err 129 (Recv)");
    FORMS.put(
        "efa",
        c ->
            "NET/OFI Request 0x7f completed with error: err: 107, flags: 1, prov_errno: "
                + c.code()
                + ", strerror: x, len: 0");
    FORMS.put("ucx", c -> "ucp_worker.c:88 UCX  ERROR " + c.spelling().name());
    FORMS.put("dcgm", c -> "  \"error_id\": " + c.code() + ",");
    FORMS.put(
        "exit",
        c ->
            c.code().contains(":")
                ? "   ExitCode=" + c.code()
                : "  exitcode  : " + c.code() + " (pid: 1234)");
    FORMS.put(
        "errno",
        c ->
            "OSError: [Errno " + c.code() + "] " + c.spelling().texts().getFirst() + ": '/data/x'");
    FORMS.put("slurm", CodeFormsTests::slurm);
    FORMS.put("kubernetes", CodeFormsTests::kubernetes);
  }

  private static String slurm(Code code) {
    if (!code.spelling().texts().isEmpty()) {
      return "slurmstepd: error: *** JOB 12 ON node1 CANCELLED AT 2026-01-01T00:00:00 "
          + code.code()
          + " ***";
    }
    String printed = code.code().replace("*", "CPU");
    boolean state = printed.equals(printed.toUpperCase());
    return state
        ? "   JobState=" + printed + " Reason=x"
        : "  4711 gpu train me PD 0:00 4 (" + printed + ")";
  }

  private static String kubernetes(Code code) {
    if (code.code().contains("/")) {
      return "Taints:   " + code.code() + ":NoExecute";
    }
    if (code.code().equals("Ready")) {
      return "  Ready   False   Sat, 01 Jan 2026   KubeletNotReady";
    }
    if (code.code().endsWith("Pressure")
        || code.code().endsWith("Unavailable") && !code.code().startsWith("R")) {
      return "  " + code.code() + "   True   Sat, 01 Jan 2026   x";
    }
    return "      Reason:       " + code.code();
  }

  static Stream<Arguments> rows() {
    return TABLES.families().stream()
        // Programs are not looked for in logs.
        .filter(family -> !family.looks().isEmpty())
        .flatMap(family -> family.codes().stream())
        // Slurm prints None until the scheduler has set a reason.
        .filter(code -> !code.code().equals("None"))
        .map(code -> arguments(code.family(), code.code(), FORMS.get(code.family()).apply(code)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("rows")
  void everyRowIsRecognisedInItsFamilysForm(String family, String code, String line) {
    assertThat(read(line)).contains(family + " " + code);
  }

  @Test
  void everyFamilyHasRows() {
    assertThat(TABLES.families()).extracting(CodeFamily::id).isEqualTo(CodeTablesReader.FAMILIES);
    assertThat(FORMS.keySet())
        .containsExactlyInAnyOrderElementsOf(
            TABLES.families().stream()
                .filter(family -> !family.looks().isEmpty())
                .map(CodeFamily::id)
                .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          xid 31       | NVRM: Xid (PCI:0000:3b:00 GPU-I:05): 31, pid='<unknown>', name=<unknown>, Ch 00000008
          xid 14       | NVRM: Xid (0000:03:00): 14, Channel 00000001
          xid 48       | kernel: NVRM: Xid (0008:01:00):  48, pid=1, An uncorrectable double bit error
          xid 79       | XidCriticalError: Xid=79 on Device=GPU-1, the device will go unhealthy
          xid 79       | Detected XID 79 for GPU 0
          xid 109      | GPU 3: Xid error 109
          xid 79       | DCGM_FI_DEV_XID_ERRORS{gpu="0",UUID="GPU-1",modelName="NVIDIA H100"} 79
          xid 79       | NVRM: GPU 0000:29:00.0: GPU has fallen off the bus.
          xid 79       | NVRM: fallen off the bus and is not responding to commands.
          sxid 20034   | detected NVSwitch fatal error 20034 on fid 0 on NVSwitch pci bus id 00000000:85:00.0 physical id 3 port 33
          cuda 700     | RuntimeError: CUDA error: an illegal memory access was encountered
          cuda 700     | node1:4103:4711 [3] enqueue.cc:88 NCCL WARN Cuda failure 700 'an illegal memory access was encountered'
          cuda 2       | NCCL WARN Cuda failure 'out of memory'
          cuda 700     | [E] 1: [runner.cpp:88] Error Code 1: Cuda Runtime (an illegal memory access was encountered)
          cuda 716     | CUDA_ERROR_MISALIGNED_ADDRESS
          cuda 700     | CUDA error at a.cu:88 code=700(cudaErrorIllegalAddress) "cudaMemcpy(a, b)"
          cuda 719     | cuCtxSynchronize returned error 719
          cuda 36      | Unexpected error from cudaGetDeviceCount(). Error 36: API call is not supported in the installed CUDA driver
          cudnn 5000   | CUDNN_STATUS_EXECUTION_FAILED in cudnn.cc (5000)
          nvml 18      | Failed to initialize NVML: Driver/library version mismatch
          nvml 15      | pynvml.NVMLError_GpuIsLost: GPU is lost
          nvml 999     | Failed to initialize NVML: Unknown Error
          nccl 2       | RuntimeError: NCCL error in: ProcessGroupNCCL.cpp:784, unhandled system error, NCCL version 2.7.8
          nccl 6       | ncclRemoteError: A call failed possibly due to a network error
          ib-wc 12     | NET/IB : Got completion from peer 10.0.0.2<47534> with error 12, opcode 0, len 0, vendor err 129 (Recv)
          ib-wc 12     | NET/IB: Got completion from peer 10.0.0.2<1> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0) vendor_err=129
          ib-wc 12     | Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)
          ib-wc 12     |  Failed status 12: wr_id 0 syndrom 0x81
          ib-wc 12     | mlx5_0: transport retry counter exceeded
          ucx -80      | [1763.1] [node1:41:0] ib_mlx5.c:1  UCX  ERROR ep 0x7f: Endpoint timeout
          ucx -6       | ucp_ep_create failed: Destination is unreachable
          ucx -25      | ucp_ep_flush: status -25
          exit 137     |     Exit Code:    137
          exit 137     | state: {"terminated":{"exitCode":137,"reason":"OOMKilled"}}
          exit 137     | a1b2c3 train:1 "python" 2 hours ago Exited (137) 5 minutes ago
          exit 139     | task: exited with code 139
          exit 1       | srun: error: node1: task 3: Exited with exit code 1
          exit 0:9     | ExitCode=0:9
          exit 0:125   | 4711.0   train   OUT_OF_ME+   0:125
          exit 137     | Signal 9 (SIGKILL) received by PID 1234
          exit 137     | worker killed by signal 9
          exit 139     | ./train.sh: line 3: 4711 Segmentation fault      (core dumped) python train.py
          exit 135     | Bus error (core dumped)
          errno 97     | [W] The server socket has failed to bind to [::]:29500 (errno: 97 - Address family not supported by protocol).
          errno 111    | connect to 10.0.0.1:29500 failed, errno=111
          errno 110    | LNetError: 4711:0:(lib.c:88) error=-110
          errno 107    | LustreError: 11-0: operation ost_statfs failed: rc = -107
          errno 22     | mlx5_core 0000:41:00.0: modify qp failed err(-22)
          errno 111    | socket: Connection refused (111)
          errno 28     | cp: error writing 'x': No space left on device
          slurm FAILED | 4711   train   gpu   FAILED      1:0
          slurm NonZeroExitCode |    JobState=FAILED Reason=NonZeroExitCode Dependency=(null)
          slurm PENDING | 4711 gpu train me PD 0:00 4 (Resources)
          slurm ReqNodeNotAvail | 4711 gpu train me PD 0:00 4 (ReqNodeNotAvail, UnavailableNodes:node[3-4])
          slurm Not responding |    Reason=Not responding [slurm@2026-01-01T00:00:00]
          kubernetes CrashLoopBackOff | train-0   0/1   CrashLoopBackOff   5 (2m ago)   10m
          kubernetes BackOff |   Warning  BackOff   2m (x5 over 3m)  kubelet  Back-off restarting failed container
          kubernetes Evicted | {"phase":"Failed","reason":"Evicted"}
          """)
  void formsOfLogs(String expected, String line) {
    assertThat(read(line)).contains(expected);
  }

  @Test
  void aRowOfSacctWithBarsIsReadToo() {
    assertThat(read("4711.0|train|OUT_OF_ME+|0:125")).contains("slurm OUT_OF_MEMORY", "exit 0:125");
  }

  @Test
  void theCodesOfALineStandInItsOrder() {
    assertThat(read("4711.0   train   OUT_OF_ME+   0:125"))
        .containsExactly("slurm OUT_OF_MEMORY", "exit 0:125");
    assertThat(read("train.sh: exit code 1 after [Errno 28] No space left on device"))
        .containsExactly("exit 1", "errno 28");
    assertThat(read("train.sh: [Errno 28] No space left on device, exit code 1"))
        .containsExactly("errno 28", "exit 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NVRM: GPU at PCI:0000:3b:00: GPU-1b2c3d4e-0000-0000-0000-000000000000",
        "postgres: LOG: transaction xid 735 committed",
        "nfs: RPC call xid 12345 timed out",
        "nvidia-nvswitch0: SXid (PCI:0000:05:00.0): 20034, Data {0x00000000, 0x00000079}",
        "Error 149 while parsing the file",
        "step 700 loss 2.31 lr 0.0007",
        "cuda:0 NVIDIA H100 80GB, CUDA 12.4, driver 550.54",
        "Using CUDA error checking at line 700",
        "TensorRT Error Code 1: Internal Error (Assertion failed)",
        "NCCL version 2.21.5+cuda12.4",
        "node1:4103:4711 [3] NCCL INFO Channel 02/0 : 3[3] -> 4[4] via P2P/CUMEM/read",
        "status=12 of the order was changed",
        "request finished with status 137 bytes",
        "time 12:34:56 epoch 1:0 done",
        "Installing handler for signal SIGTERM",
        "Sending process 4711 closing signal SIGTERM",
        "error 12 of 40 files",
        "[WinError 2] The system cannot find the file specified",
        "the connection refused by the peer is logged elsewhere",
        "model weights loaded with no such file or directory checks",
        "train-0   1/1   Running   0   10m",
        "  Ready   True   Sat, 01 Jan 2026   KubeletReady",
        "  MemoryPressure   False   Sat, 01 Jan 2026   KubeletHasSufficientMemory",
        "the reason for this is unknown",
        "12345 tokens FAILED filter",
        "Reason: the user asked for it",
        "WARNING  Failed to load cached kernel, compiling",
        "retry 5 of 10, rc file /home/me/.bashrc",
        "GPU 0: 79 C, 700 W",
        "vendor error rate is 12 per hour",
      })
  void innocentNumbersAreNoCodes(String line) {
    assertThat(read(line)).isEmpty();
  }

  @Test
  void theLineOfXid154SaysWhatToDo() {
    CodeSighting seen =
        sightings(
                "NVRM: Xid (PCI:0000:3b:00): 154, GPU recovery action changed from 0x0 (None) to"
                    + " 0x2 (Node Reboot Required)")
            .getFirst();
    assertThat(seen.action().id()).isEqualTo("reboot");
  }

  @Test
  void theRegistersOfAnNvlink5ErrorDecide() {
    String line = "NVRM: Xid (PCI:0008:01:00): %s  %s  XC0 i0 Link 08 (0x%s 0x%s 0x00000000)";
    assertThat(action(line.formatted("149, NETIR_LINK_EVT", "Fatal", "004505c6", "00000000")))
        .isEqualTo("reset_gpu");
    assertThat(action(line.formatted("149, NETIR_BER_EVENT", "Nonfatal", "000505c6", "00000002")))
        .isEqualTo("none");
    assertThat(action(line.formatted("145, RLW_REMAP", "Nonfatal", "000505c6", "00000004")))
        .isEqualTo("see_xid_154");
    assertThat(action(line.formatted("145, RLW_NEWUNIT", "Nonfatal", "000505c6", "00000004")))
        .isEqualTo("decode");
  }

  private static String action(String line) {
    return sightings(line).getFirst().action().id();
  }

  @Test
  void aNumberOfCudaIsReadAsItsReleaseMeantIt() {
    CodeSighting seen = sightings("Cuda failure 8 in the old job").getFirst();
    assertThat(seen.code().spelling().name()).isEqualTo("cudaErrorProfilerAlreadyStopped");
    assertThat(seen.asFormer().code().spelling().name())
        .isEqualTo("cudaErrorInvalidDeviceFunction");
    // 77 is unassigned today, so it must be the former code.
    assertThat(read("CUDA error 77")).containsExactly("cuda 700");
  }

  @Test
  void aCodeIsListedOnceWithItsFirstLineAndItsCount() {
    List<CodeSighting> seen =
        sightings(
            "step 1\nNVRM: Xid (PCI:0000:3b:00): 79, a\nx\nNVRM: Xid (PCI:0000:3b:00): 79, a");
    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst().line()).isEqualTo(2);
    assertThat(seen.getFirst().count()).isEqualTo(2);
  }

  @Test
  void onlyLinesWithATriggerAreRead() {
    String quiet = "step 100 loss 2.31 lr 0.0001 tokens per second 12345\n".repeat(20_000);
    String loud = "NVRM: Xid (PCI:0000:3b:00): 31, pid=1\n".repeat(500);
    CodeReader reader = SCANNER.createReader();
    read(reader, quiet + loud);
    assertThat(reader.linesRead()).isEqualTo(500);
    assertThat(reader.finish()).hasSize(1);
  }

  private static long steps(String log) {
    CodeReader reader = SCANNER.createReader();
    read(reader, log);
    return reader.steps();
  }

  static Stream<String> beginnings() {
    Stream<String> open =
        Stream.of(
            "Xid ",
            "xid ",
            "Xid (",
            "SXid (",
            "NVRM: ",
            "cuda error ",
            "cuda failure '",
            "CUDNN_STATUS_",
            "[Errno ",
            "errno: ",
            "exit code ",
            "exitcode: ",
            "Exited (",
            "status=",
            "with error ",
            "signal ",
            "killed by signal ",
            "reason: ",
            "Reason=",
            "-> ",
            "NCCL INFO x -> ",
            "error -",
            "Failed status ",
            "(synd 0x",
            ": ",
            "NCCL error ",
            "prov_errno ",
            "UCX  ERROR ",
            "\"error_id\": ",
            "node.kubernetes.io/",
            "CANCELLED AT ",
            "FAILED 1:0 ",
            "Warning ");
    Stream<String> rows =
        TABLES.families().stream()
            .filter(family -> !family.looks().isEmpty())
            .flatMap(family -> family.codes().stream().limit(3))
            .map(code -> FORMS.get(code.family()).apply(code) + " ");
    return Stream.concat(open, rows);
  }

  /**
   * Steps count the characters examined, so a line twice as long may take twice as many, not four
   * times.
   */
  @ParameterizedTest
  @MethodSource("beginnings")
  void aLineOfNothingButBeginningsTakesLinearWork(String beginning) {
    int once = 1000 / beginning.length() + 1;
    long steps = steps(beginning.repeat(once));
    for (int times : new int[] {2, 4, 7}) {
      assertThat(steps(beginning.repeat(once * times)))
          .as("%d times", times)
          .isLessThanOrEqualTo((long) (1.5 * times * (steps + 1000)));
    }
  }

  @Test
  void linesOfEveryFormTakeLinearWork() {
    StringBuilder block = new StringBuilder();
    rows().forEach(row -> block.append(row.get()[2]).append('\n'));
    long once = steps(block.toString());
    assertThat(once).isGreaterThan(block.length());
    for (int times : new int[] {2, 4, 8}) {
      assertThat(steps(block.toString().repeat(times))).isEqualTo(times * once);
    }
  }

  private static List<String> read(String log) {
    return sightings(log).stream().map(s -> s.code().family() + " " + s.code().code()).toList();
  }

  private static List<CodeSighting> sightings(String log) {
    CodeReader reader = SCANNER.createReader();
    read(reader, log);
    return reader.finish();
  }

  private static void read(CodeReader reader, String log) {
    LogStreams streams = new LogStreams(List.of());
    Chunk chunk = Chunk.of(log.getBytes(StandardCharsets.UTF_8));
    streams.acceptChunk(chunk);
    reader.acceptChunk(chunk, streams);
  }
}
