package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.compatibility.Facts;
import dev.faultbook.report.Report;
import dev.faultbook.report.ReportWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Verifies which facts the rules of the shipped content read from the output of tools, and which
 * they must not.
 */
class FactReadingTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  private static Facts facts(String log) {
    return DIAGNOSER.diagnose(log.getBytes(UTF_8)).facts();
  }

  /** A line, the fact and its value; a slash separates several values. */
  @ParameterizedTest(name = "{1} {2}: {0}")
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        // nvidia-smi
        "| NVIDIA-SMI 535.129.03             Driver Version: 535.129.03   CUDA Version: 12.2     |"
            + " § driver § 535.129.03",
        "| NVIDIA-SMI 535.129.03             Driver Version: 535.129.03   CUDA Version: 12.2     |"
            + " § driver_cuda § 12.2",
        "|   0  NVIDIA A100-SXM4-80GB          On  | 00000000:07:00.0 Off |                    0 |"
            + " § gpu § NVIDIA A100-SXM4-80GB",
        "|   0  Tesla T4                       Off | 00000000:00:1E.0 Off |                    0 |"
            + " § gpu § Tesla T4",
        "|   0  NVIDIA GeForce ...  Off  | 00000000:01:00.0  On |                  N/A | § gpu §"
            + " NVIDIA GeForce ...",
        "| N/A   31C    P0    52W / 400W |      3MiB / 81920MiB |      0%      Default | §"
            + " gpu_memory § 81920MiB",
        "Driver Version                            : 550.54.15 § driver § 550.54.15",
        "CUDA Version                              : 12.4 § driver_cuda § 12.4",
        "    Product Name                          : NVIDIA H100 80GB HBM3 § gpu § NVIDIA H100 80GB"
            + " HBM3",
        "GPU 0: NVIDIA L40S (UUID: GPU-1d0f4c27-88a3-4be2-9d5b-6a1e7c3f0b42) § gpu § NVIDIA L40S",
        "GPU 3: A100-PCIE-40GB (UUID: GPU-1d0f4c27-88a3-4be2-9d5b-6a1e7c3f0b42) § gpu §"
            + " A100-PCIE-40GB",
        "NVIDIA H100 80GB HBM3, 550.54.15, 81559 MiB § driver § 550.54.15",
        "NVIDIA H100 80GB HBM3, 550.54.15, 81559 MiB § gpu § NVIDIA H100 80GB HBM3",
        "0, Tesla V100-SXM2-32GB, 470.82.01 § driver § 470.82.01",
        "NVIDIA A10G, 8.6, 550.54.15 § compute_capability § 8.6",
        "NVIDIA A10G, 8.6, 550.54.15 § driver § 550.54.15",
        "0, NVIDIA H100 80GB HBM3, 535.161.08, 81559 MiB, 9.0 § compute_capability § 9.0",
        "0, NVIDIA H100 80GB HBM3, 81559 MiB, 9.0, 535.161.08 § driver § 535.161.08",
        "535.161.08, 8.9, NVIDIA RTX 6000 Ada Generation § driver § 535.161.08",
        "535.161.08, 8.9, NVIDIA RTX 6000 Ada Generation § compute_capability § 8.9",
        "10.0, NVIDIA B200 § compute_capability § 10.0",
        "torch 2.5.1, CUDA 12.4, NVIDIA H100 80GB HBM3 § compute_capability § 9.0",
        "GPU0	 X 	PIX	SYS	NV18	0-15,32-47	0		N/A § gpu_links § GPU0 X PIX SYS NV18",
        "  NIC1: mlx5_bond_0 § ib_device § mlx5_bond_0",
        "NVML library version: 535.161 § driver_library § 535.161",
        "| NVIDIA-SMI 610.43.02              KMD Version: 610.43.02     CUDA UMD Version: 13.3    "
            + " | § driver § 610.43.02",
        "| NVIDIA-SMI 610.43.02              KMD Version: 610.43.02     CUDA UMD Version: 13.3    "
            + " | § driver_cuda § 13.3",
        "DRIVER version      : 550.90.07 § driver § 550.90.07",
        "NVIDIA H100 80GB HBM3,550.90.07,9.0 § driver § 550.90.07",
        "NVIDIA H100 80GB HBM3,550.90.07,9.0 § compute_capability § 9.0",
        "[1.0] NVRM: NVIDIA 580.65.06 driver release. § driver § 580.65.06",
        "[2.0] nvidia-modeset: Loading NVIDIA Kernel Mode Setting Driver for UNIX platforms "
            + " 535.183.01  Release § driver § 535.183.01",
        // torch.utils.collect_env and vLLM's version of it
        "OS: AlmaLinux 8.10 (Cerulean Leopard) (x86_64) § os § AlmaLinux 8.10 (Cerulean Leopard)"
            + " (x86_64)",
        "CUDA_MODULE_LOADING set to: LAZY § env.CUDA_MODULE_LOADING § LAZY",
        "print(torch.__version__) -> 2.5.1+cu124 § torch § 2.5.1+cu124",
        "PyTorch (12.1). Please make sure to use the same CUDA versions. § cuda § 12.1",
        "pytorch  2.5.1  cuda126_py312h1763f6d_303  conda-forge § torch § 2.5.1",
        "pytorch  2.5.1  cuda126_py312h1763f6d_303  conda-forge § cuda § 12.6",
        "INFO 11-20 10:00:00 pynccl.py:69] vLLM is using nccl==2.21.5 § nccl § 2.21.5",
        "  File \"/home/u/.venv/lib64/python3.9/site-packages/torch/x.py\", line 3 § python § 3.9",
        // environment variables
        "n1:1:1 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to ^lo,docker0 §"
            + " env.NCCL_SOCKET_IFNAME § ^lo,docker0",
        "n1:1:1 [0] NCCL INFO NCCL_IB_HCA set to mlx5 § env.NCCL_IB_HCA § mlx5",
        "n1:1:1 [0] NCCL INFO NCCL_P2P_DISABLE set by environment to 1. § env.NCCL_P2P_DISABLE § 1",
        "declare -x NCCL_SOCKET_IFNAME=\"eth0\" § env.NCCL_SOCKET_IFNAME § eth0",
        "      - NCCL_IB_DISABLE=1 § env.NCCL_IB_DISABLE § 1",
        "mpirun -np 16 -x NCCL_DEBUG=INFO python train.py § env.NCCL_DEBUG § INFO",
        "n1:1:1 [0] NCCL INFO Using network AWS Libfabric § network § AWS Libfabric",
        "n1:1:1 [0] NCCL INFO comm 0x55d rank 0 nRanks 8 nNodes 1 localRanks 8 localRank 0 §"
            + " world_size § 8",
        "RANK=3 § rank § 3",
        "PyTorch version: 2.5.1+cu124 § torch § 2.5.1+cu124",
        "PyTorch version              : 2.6.0+cu124 § torch § 2.6.0+cu124",
        "CUDA used to build PyTorch: 12.4 § cuda § 12.4",
        "CUDA used to build PyTorch   : 12.4 § cuda § 12.4",
        "CUDA runtime version: 12.4.131 § cuda_toolkit § 12.4.131",
        "Nvidia driver version        : 550.90.07 § driver § 550.90.07",
        "GPU models and configuration : GPU 0: NVIDIA H20 § gpu § NVIDIA H20",
        "Is CUDA available: False § cuda_available § False",
        "Is CUDA available            : True § cuda_available § True",
        "OS                           : Ubuntu 22.04.5 LTS (x86_64) § os § Ubuntu 22.04.5 LTS"
            + " (x86_64)",
        "Python version               : 3.12.9 (main, Feb  5 2025, 08:49:00) [GCC 11.4.0] (64-bit"
            + " runtime) § python § 3.12.9",
        "[pip3] torch==2.5.1+cpu § torch § 2.5.1+cpu",
        "[pip3] nvidia-nccl-cu12==2.21.5 § nccl § 2.21.5",
        "[pip3] nvidia-nccl-cu12==2.21.5 § nccl_wheel § nvidia-nccl-cu12==2.21.5",
        "[pip3] nvidia-cudnn-cu12==9.1.0.70 § cudnn § 9.1.0.70",
        "/usr/lib/x86_64-linux-gnu/libcudnn.so.8.9.7 § cudnn § 8.9.7",
        "NCCL_SOCKET_IFNAME=eth0 § env.NCCL_SOCKET_IFNAME § eth0",
        // pip, conda, nvcc, ds_report
        "torch                    2.5.1+cu124 § torch § 2.5.1+cu124",
        "nvidia-nccl-cu12         2.21.5 § nccl § 2.21.5",
        "nvidia-cuda-runtime-cu12 12.4.127 § cuda_wheel § 12.4",
        "Successfully installed numpy-1.26.4 torch-2.4.0+cu121 triton-3.0.0 § torch § 2.4.0+cu121",
        "pytorch                   2.1.0           py3.10_cuda12.1_cudnn8.9.2_0    pytorch § torch"
            + " § 2.1.0",
        "pytorch                   2.1.0           py3.10_cuda12.1_cudnn8.9.2_0    pytorch § cuda §"
            + " 12.1",
        "torch                     2.5.1                    pypi_0    pypi § torch § 2.5.1",
        "xformers 0.0.22 requires torch==2.0.1, but you have torch 2.1.0 which is incompatible. §"
            + " torch § 2.1.0",
        "Cuda compilation tools, release 12.4, V12.4.131 § cuda_toolkit § 12.4",
        "torch version .................... 2.1.0+cu121 § torch § 2.1.0+cu121",
        "torch cuda version ............... 12.1 § cuda § 12.1",
        "nvcc version ..................... 11.8 § cuda_toolkit § 11.8",
        "shared memory (/dev/shm) size .... 62.81 GB § shm_size § 62.81 GB",
        "shm              64M     0   64M   0% /dev/shm § shm_size § 64M",
        "tmpfs            32G  1.1G   31G   4% /dev/shm § shm_size § 32G",
        "tmpfs              65536     0     65536   0% /dev/shm § shm_size § 64M",
        "Mem:           503Gi       412Gi        12Gi       1.2Gi        78Gi        86Gi §"
            + " memory_total § 503Gi",
        "torch @"
            + " https://download.pytorch.org/whl/cu121/torch-2.3.1%2Bcu121-cp310-cp310-linux_x86_64.whl#sha256=0a1b"
            + " § torch § 2.3.1+cu121",
        "torch @ file:///builds/torch-2.4.0-cp311-cp311-linux_x86_64.whl § torch § 2.4.0",
        "ii  libnccl2  2.18.3-1+cuda12.1  amd64  NVIDIA Collective Communication Library §"
            + " nccl_library § 2.18.3-1+cuda12.1",
        // NCCL
        "NCCL version 2.18.1+cuda12.1 § nccl § 2.18.1",
        "NCCL version 2.18.1+cuda12.1 § nccl_cuda § 12.1",
        "node-1:412:412 [0] NCCL INFO cudaDriverVersion 12040 § driver_cuda § 12.4",
        "node-1:412:412 [0] NCCL INFO Bootstrap : Using eth0:10.20.0.13<0> § interface § eth0",
        "node-1:412:412 [0] NCCL INFO Bootstrap: Using ib0:10.20.0.13<0> § interface § ib0",
        "node-1:412:800 [0] NCCL INFO NET/Socket : Using [0]bond0:10.20.0.13<0> § interface §"
            + " bond0",
        "node-1:412:800 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.20.0.13<0> §"
            + " ib_device § mlx5_0:1",
        "node-1:412:412 [0] NCCL INFO NCCL_IB_DISABLE set by environment to 1. §"
            + " env.NCCL_IB_DISABLE § 1",
        "node-1:412:800 [0] NCCL INFO comm 0x55d rank 3 nranks 16 cudaDev 3 nvmlDev 3 busId 4f000 -"
            + " Init COMPLETE § world_size § 16",
        "unhandled cuda error, NCCL version 21.0.3 § nccl § 2.10.3",
        // the kernel
        "[    9.1] NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release"
            + " Build § driver § 570.86.15",
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.129.03  Thu Oct 19 18:56:32 UTC 2023 §"
            + " driver § 535.129.03",
        "NVRM: API mismatch: the client has the version 535.129.03, but § driver_library §"
            + " 535.129.03",
        "NVRM: this kernel module has the version 535.104.05.  Please § driver § 535.104.05",
        // PyTorch and related libraries
        "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current"
            + " PyTorch installation. § compute_capability § 12.0",
        "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current"
            + " PyTorch installation. § gpu § NVIDIA GeForce RTX 5090",
        "Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4"
            + " GPU has compute capability 7.5. § compute_capability § 7.5",
        "The detected CUDA version (12.4) mismatches the version that was used to compile PyTorch"
            + " (11.8). § cuda § 11.8",
        "The detected CUDA version (12.4) mismatches the version that was used to compile PyTorch"
            + " (11.8). § cuda_toolkit § 12.4",
        "File \"/opt/conda/lib/python3.10/site-packages/torch/nn/modules/module.py\", line 1511, in"
            + " _call_impl § python § 3.10",
        "CUDA out of memory. Tried to allocate 2 GiB. GPU 0 has a total capacity of 79.15 GiB of"
            + " which 1 GiB is free. § gpu_memory § 79.15 GiB",
        "  rank      : 3 (local_rank: 1) § local_rank § 1",
        "  rank      : 3 (local_rank: 1) § rank § 3",
        "  host      : node-7 § node § node-7",
        "Linux box 5.15.153.1-microsoft-standard-WSL2 #1 SMP § container § wsl",
      })
  void reads(String line, String fact, String value) {
    assertThat(facts(line + "\n").values(fact)).containsExactly(value);
  }

  @ParameterizedTest(name = "no {1}: {0}")
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '~',
      value = {
        // nvidia-smi prints the newest CUDA version that the driver supports
        "| NVIDIA-SMI 535.129.03   Driver Version: 535.129.03   CUDA Version: 12.2     | § cuda"
            + " cuda_toolkit",
        "| NVIDIA-SMI 535.129.03   Driver Version: 535.129.03   CUDA Version: N/A      | §"
            + " driver_cuda",
        // the version in a path is Python's
        "File \"/opt/conda/lib/python3.10/site-packages/torch/nn/modules/module.py\", line 1511 §"
            + " torch cuda nccl",
        // other packages
        "torchvision               0.20.1+cu124 § torch cuda",
        "pytorch-lightning==2.1.0 § torch",
        "pytorch-lightning         2.1.0 § torch",
        "torch-tb-profiler==0.4.3 § torch",
        "flash-torch==2.1.0 § torch",
        "deepspeed wheel compiled w. ...... torch 2.1, cuda 12.1 § torch cuda",
        // a version that is requested or required is not an installed one
        "ERROR: Could not find a version that satisfies the requirement torch==1.13.1 (from"
            + " versions: 2.0.0, 2.1.0) § torch",
        "pip install torch==2.7.0 --index-url https://download.pytorch.org/whl/cu128 § torch cuda",
        "Collecting torch==2.1.0 § torch",
        "Attempting uninstall: torch 2.0.1 § torch",
        "The minimum cuda capability supported by this library is 3.7. § compute_capability",
        "This kernel requires compute capability 8.0 or higher § compute_capability",
        "FlashAttention needs a GPU with compute capability 8.0 or higher § compute_capability",
        "Minimum and Maximum cuda capability supported by this version of PyTorch is (5.0) - (9.0)"
            + " § compute_capability",
        "A driver version: 535.104.05 or newer is fine; at least driver version 525.60.13 § cuda",
        "It requires driver version: 570.26 § driver",
        "It was tested on NVIDIA A100 only § gpu",
        "Requires NVIDIA H100 or newer § gpu",
        // text that only resembles rows of a query, and links
        "NVIDIA A10G ran step 12, 8.6 seconds, 535.12 tokens § compute_capability driver",
        "name, compute_cap, driver_version § gpu compute_capability driver",
        "NVIDIA A10G, 71.23, 30.00 § compute_capability driver",
        "GPU0 has failed § gpu_links",
        "/dev/nvme0n1p2  1.8T  1.1T  612G  64% /etc/hosts § shm_size memory_total",
        "torchvision @"
            + " https://download.pytorch.org/whl/cu121/torchvision-0.18.1%2Bcu121-cp310-cp310-linux_x86_64.whl"
            + " § torch",
        "ROCM used to build PyTorch: 6.2.41133-dd7f95766 § torch",
        "NVIDIA,docs,570.86 pages § driver",
        // numbers that look like versions
        "loss: 2.18.1 step 535.129 § nccl driver",
        "NCCL_DEBUG=INFO to see the NCCL version § nccl",
        "Serving on 12.4.1.31:8080 § cuda cuda_toolkit driver",
        // lines of the collector have no meaning outside its output
        "driver: 535.129.03 § driver",
        "torch: 2.0.0+cu118 § torch torch_variant",
        "nccl: 2.14.3 § nccl",
        "shm_size: 64 MiB § shm_size",
        "cuda: none § cuda",
      })
  void doesNotRead(String line, String facts) {
    Facts found = facts(line + "\n");
    for (String fact : facts.split(" ")) {
      assertThat(found.values(fact)).as(fact).isEmpty();
    }
  }

  private static final String COLLECTED =
      """
      # faultbook collect 1

      == gpu ==
      gpu: NVIDIA GeForce RTX 5090
      driver: 570.86.15
      compute_capability: 12.0
      driver_cuda: 12.8
      gpu0: 00000000:01:00.0, 2 MiB of 32607 MiB used

      == pytorch ==
      python: 3.11.7
      wheel: nvidia-nccl-cu12==2.21.5
      torch: 2.5.1+cu124
      cuda: 12.4
      nccl: 2.21.5

      == system ==
      os: Debian GNU/Linux 12 (bookworm)
      container: docker
      shm_size: 64 MiB

      == environment ==
      env.NCCL_IB_DISABLE: 1

      == kernel ==
      dmesg: not readable
      """;

  @Test
  void theCollectorsOutputIsReadFromItsFirstLineToItsLastSection() {
    Facts facts = facts("driver: 1.2.3\n" + COLLECTED + "torch: 2.0.0+cu118\nshm_size: 9 GiB\n");
    assertThat(facts.values("driver")).containsExactly("570.86.15");
    assertThat(facts.values("torch")).containsExactly("2.5.1+cu124");
    assertThat(facts.values("nccl")).containsExactly("2.21.5");
    assertThat(facts.values("shm_size")).containsExactly("64 MiB");
    assertThat(facts.values("container")).containsExactly("docker");
    assertThat(facts.values("env.NCCL_IB_DISABLE")).containsExactly("1");
    assertThat(facts.all().get("driver").getFirst().line()).isEqualTo(6);
  }

  @Test
  void theCollectorsOutputIsReadBehindAPrefixAndWithWindowsLineEnds() {
    String log =
        COLLECTED.lines().map(line -> "node7: " + line + "\r\n").reduce("", String::concat);
    assertThat(facts(log).values("driver")).containsExactly("570.86.15");
    assertThat(facts(log).values("shm_size")).containsExactly("64 MiB");
  }

  @Test
  void aCutCollectorsOutputEndsWhereOtherLinesBegin() {
    String cut = COLLECTED.substring(0, COLLECTED.indexOf("compute_capability"));
    String other = "step 1 of the job has begun\n".repeat(9);
    Facts facts = facts(cut + other + "torch: 2.0.0+cu118\n");
    assertThat(facts.values("driver")).containsExactly("570.86.15");
    assertThat(facts.values("torch")).isEmpty();
  }

  @Test
  void theCollectorsOutputIsReadOverTheEdgeOfABuffer() {
    String filler = "x".repeat(99) + "\n";
    String before = filler.repeat(((1 << 20) - COLLECTED.length()) / 100);
    for (int shift = 0; shift < COLLECTED.length() * 2; shift += 97) {
      String log = before + "y".repeat(shift) + "\n" + COLLECTED;
      Facts facts = facts(log);
      assertThat(facts.values("driver")).as("shift %d", shift).containsExactly("570.86.15");
      assertThat(facts.values("shm_size")).as("shift %d", shift).containsExactly("64 MiB");
    }
  }

  @Test
  void twoCopiesOfNcclAreKeptEachWithItsLine() {
    Diagnosis diagnosis =
        DIAGNOSER.diagnose(
            """
            node-a:41:41 [0] NCCL INFO NCCL version 2.18.1+cuda12.1
            node-b:52:52 [1] NCCL INFO NCCL version 2.21.5+cuda12.4
            """
                .getBytes(UTF_8));
    Report report = Report.fromDiagnosis(diagnosis, dev.faultbook.content.Language.EN);
    assertThat(report.contradictions())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.fact()).isEqualTo("nccl");
              assertThat(found.values())
                  .extracting(v -> v.value() + " " + v.line() + " " + v.node())
                  .isEqualTo(List.of("2.18.1 1 node-a", "2.21.5 2 node-b"));
            });
    assertThat(ReportWriter.toText(report, dev.faultbook.content.Language.EN, ""))
        .contains("CONTRADICTION  nccl  2.18.1 / 2.21.5\n    line 1: 2.18.1, ");
  }
}
