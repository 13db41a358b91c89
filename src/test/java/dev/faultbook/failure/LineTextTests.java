package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that lines that a log cuts off are read. */
class LineTextTests {

  /** Regression: a line that ended within the time of glog ended the whole diagnosis. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "E0702 12:34:56.123456 4711 pg.cpp:12] error",
        "[E0702 12:34:56.123456 4711 pg.cpp:12] error",
        "[rank3]:[E1121 03:43:11.204 ProcessGroupNCCL.cpp:616] error",
        "2026-11-21 03:43:11,120 - root - ERROR - error",
        "2026-11-21T03:43:11.1Z stderr F error",
        "3,1413,984213399,-;NVRM: Xid (PCI:0000:c1:00): 79",
        "n1:4103:4711 [3] transport/net_ib.cc:188 NCCL WARN error",
        "2026-11-21 03:43:11.5: W tensorflow/core/gpu_device.cc:1325] error",
        "Nov 21 03:43:11 node3 kernel: error",
        "#11 0.892 ERROR: error",
        "##[error] error",
        "(RayWorker pid=123, ip=10.0.0.7) [1,3]<stderr>: ERROR:root:error"
      })
  void aLineMayEndAnywhere(String line) {
    for (int end = 0; end <= line.length(); end++) {
      String cut = line.substring(0, end);
      assertThatCode(() -> LineText.of(1, 0, null, cut)).as(cut).doesNotThrowAnyException();
    }
  }
}
