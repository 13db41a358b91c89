package dev.faultbook.codes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that codes are found in every spelling that users type. */
class CodeSearchTests {
  private static final CodeTables TABLES = ShippedCatalogue.knowledge().codes();
  private static final CodeSearch SEARCH = new CodeSearch(TABLES);

  @Test
  void everyRowIsFoundByItsNameAndByItsNumberBehindTheFamily() {
    for (CodeFamily family : TABLES.families()) {
      for (Code code : family.codes()) {
        assertThat(SEARCH.findCodes(code.spelling().name(), 50)).as(code.url()).contains(code);
        String spelled = family.spellings().getFirst() + " " + code.code();
        assertThat(SEARCH.findCodes(spelled, 50)).as(spelled).contains(code);
      }
    }
  }

  @Test
  void everyRowHasAnAddressOfItsOwnThatLeadsToIt() {
    for (CodeFamily family : TABLES.families()) {
      for (Code code : family.codes()) {
        assertThat(code.slug()).as(code.code()).isNotEmpty().doesNotContain("/", " ", "%");
        assertThat(TABLES.findCode(family.id(), code.slug())).as(code.url()).contains(code);
        assertThat(TABLES.findCode(family.id(), code.code())).contains(code);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "xid79, xid 79",
    "Xid 79, xid 79",
    "XID: 79, xid 79",
    "what does xid 79 mean, xid 79",
    "cudaErrorIllegalAddress, cuda 700",
    "CUDA_ERROR_ILLEGAL_ADDRESS, cuda 700",
    "error 700, cuda 700",
    "cuda failure 700, cuda 700",
    "an illegal memory access was encountered, cuda 700",
    "cuda error 77, cuda 700",
    "wc status 12, ib-wc 12",
    "IBV_WC_RETRY_EXC_ERR, ib-wc 12",
    "exit code 137, exit 137",
    "exitcode -9, exit -9",
    "signal 9, exit 137",
    "SIGBUS, exit 135",
    "0xC0000005, exit 3221225477",
    "CUBLAS_STATUS_NOT_SUPPORTED, cublas 15",
    "nvml error 999, nvml 999",
    "NVMLError_GpuIsLost, nvml 15",
    "Driver/library version mismatch, nvml 18",
    "ncclRemoteError, nccl 6",
    "errno 28, errno 28",
    "ENOSPC, errno 28",
    "no space left on device, errno 28",
    "rc -107, errno 107",
    "OOMKilled, kubernetes OOMKilled",
    "NODE_FAIL, slurm NODE_FAIL",
    "slurm failed, slurm FAILED",
    "ucx status -80, ucx -80",
    "prov_errno 4124, efa 4124",
    "dcgm error 80, dcgm 80",
    "sxid 20034, sxid 20034",
    "\u9000\u51fa\u7801137, exit 137",
    "xid\u9519\u8bef 79, xid 79"
  })
  void aCodeIsFoundInAnySpelling(String text, String expected) {
    assertThat(findCodes(text)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my job failed",
        "the error is unknown",
        "training is slow on 8 GPUs",
        "RTX 5090 with torch 2.7.0",
        "waiting for resources",
        "nccl timeout"
      })
  void ordinaryWordsAndNumbersNameNoCode(String text) {
    assertThat(findCodes(text)).isEmpty();
  }

  @Test
  void aBareNumberIsLookedUpInEveryFamily() {
    assertThat(findCodes("79")).contains("xid 79", "dcgm 79");
  }

  private static List<String> findCodes(String text) {
    return SEARCH.findCodes(text, 20).stream()
        .map(code -> code.family() + " " + code.code())
        .toList();
  }
}
