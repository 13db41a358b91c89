package dev.faultbook.diagnosis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Verifies that the messages which articles on these failures quote are recognised on their own, as
 * users most often paste them.
 */
class WidespreadMessagesTests {
  private static final Diagnoser DIAGNOSER = ShippedCatalogue.diagnoser();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current"
            + " PyTorch installation. | arch-not-in-build",
        "node-01:88:120 [0] enqueue.cc:226 NCCL WARN Cuda failure 'named symbol not found' |"
            + " named-symbol-not-found",
        "node-01:88:88 [0] NCCL INFO NET/Plugin : No plugin found (libnccl-net.so), using internal"
            + " implementation | nccl-net-plugin-absent",
        "RuntimeError: NCCL Error 1: unhandled cuda error | nccl-unhandled-cuda-error",
        "node-01:88:88 [0] misc/socket.cc:484 NCCL WARN ncclSocketInit: connecting to address  with"
            + " family 0 is neither AF_INET(2) nor AF_INET6(10) | nccl-version-mismatch",
        "torch.distributed.DistBackendError: NCCL error in:"
            + " ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1275, internal error, NCCL"
            + " version 2.14.3 | nccl-internal-error",
        "RuntimeError: CUDA error: no kernel image is available for execution on the device |"
            + " arch-not-in-build",
        "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 8.00 GiB total"
            + " capacity; 6.02 GiB already allocated; 1.10 GiB free; 6.30 GiB reserved in total by"
            + " PyTorch) | cuda-out-of-memory",
        "Segmentation fault (core dumped) | process-segfault",
        "RuntimeError: CUDA error: CUDA driver version is insufficient for CUDA runtime version |"
            + " driver-too-old",
        "RuntimeError: CUDA error: uncorrectable ECC error encountered | uncorrectable-ecc",
        "RuntimeError: Distributed package doesn't have NCCL built in | nccl-not-built",
        "node-01:88:120 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote"
            + " peer node-02<45123> | nccl-peer-closed",
        "node-01:88:120 [0] misc/shmutils.cc:72 NCCL WARN Error: failed to extend"
            + " /dev/shm/nccl-a1b2c3 to 9637892 bytes | nccl-shared-memory",
        "node-01:88:120 [0] misc/shmutils.cc:112 NCCL WARN Error while creating shared memory"
            + " segment /dev/shm/nccl-a1b2c3 (size 9637888), error: No space left on device (28) |"
            + " nccl-shared-memory",
        "RuntimeError: DataLoader worker (pid 3121) is killed by signal: Bus error. It is possible"
            + " that dataloader's workers are out of shared memory. | dataloader-shared-memory",
        "node-01:88:120 [0] misc/socket.cc:441 NCCL WARN socketStartConnect: Connect to"
            + " 10.0.0.2<51234> failed : Connection refused | nccl-connection-timeout",
        "node-01:88:120 [0] misc/socket.cc:441 NCCL WARN socketStartConnect: Connect to"
            + " 172.17.0.1<51234> failed : No route to host | nccl-wrong-interface",
        "AssertionError: Torch not compiled with CUDA enabled | torch-cpu-build",
        "UserWarning: CUDA initialization: The NVIDIA driver on your system is too old (found"
            + " version 11040). | driver-too-old",
        "docker: Error response from daemon: could not select device driver \"\" with capabilities:"
            + " [[gpu]]. | container-toolkit-missing",
        "RuntimeError: No CUDA GPUs are available | no-gpu-visible",
        "ImportError: libcudart.so.11.0: cannot open shared object file: No such file or directory"
            + " | cuda-library-missing",
      })
  void isKnown(String message, String entry) {
    Diagnosis diagnosis = DIAGNOSER.diagnose((message + "\n").getBytes(UTF_8));
    assertThat(diagnosis.findings()).as(message).isNotEmpty();
    assertThat(diagnosis.findings().getFirst().entry().id()).as(message).isEqualTo(entry);
  }
}
