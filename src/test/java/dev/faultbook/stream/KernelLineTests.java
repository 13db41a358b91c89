package dev.faultbook.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that kernel messages are recognised in every format in which they are exported. */
class KernelLineTests {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[91873.467213] pcieport 0000:3a:01.0: AER: Uncorrected (Fatal) error received",
        "[    2.118904] mlx5_core 0000:1a:00.0: firmware version: 28.39.1002",
        "<3>[91873.467213] mlx5_core 0000:1a:00.0: Health poll failed",
        "[Fri Nov 20 03:43:07 2026] mlx5_core 0000:1a:00.0 ibp26s0: Link down",
        "2026-11-20T03:43:07,467213+00:00 mlx5_core 0000:1a:00.0 ibp26s0: Link down",
        "Nov 20 03:43:07 node3 kernel: EXT4-fs error (device nvme0n1p2): ext4_find_entry:1455",
        "2026-11-20T03:43:07+0800 node3 kernel: nfs: server nas2 not responding, still trying",
        "3,1842,91873467213,-;mlx5_core 0000:1a:00.0: Health poll failed",
        "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."
      })
  void aLineOfTheKernelsLogIsKnown(String line) {
    assertThat(KernelLine.isKernelLine(line)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[rank3]: RuntimeError: CUDA error: unspecified launch failure",
        "[2026-11-20 03:43:07,467] [INFO] step 12, loss 2.113",
        "2026-11-20 03:43:07,467 INFO step 12, loss 2.113",
        "[1,3]<stderr>: Traceback (most recent call last):",
        "[0.513] loss",
        "loss,-; accuracy,-;",
        "launching kernel: matmul_128x128",
      })
  void aLineOfAProgramIsNone(String line) {
    assertThat(KernelLine.isKernelLine(line)).isFalse();
  }
}
