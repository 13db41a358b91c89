package dev.faultbook.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies the first result of queries as users type them. */
class PageSearchTests {
  private static final PageIndex PAGES = ShippedCatalogue.knowledge().pages();

  private static List<PageHit> searchPages(String query, Language language, int limit) {
    return PAGES.find(query, language, limit).hits();
  }

  private static String first(String query, Language language) {
    List<PageHit> hits = searchPages(query, language, 10);
    assertThat(hits).as(query).isNotEmpty();
    return hits.getFirst().entry();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "CUDA out of memory                                        | cuda-out-of-memory",
        "expandable_segments                                       | cuda-memory-fragmentation",
        "no kernel image is available for execution on the device  | arch-not-in-build",
        "cuda error 209                                            | arch-not-in-build",
        "sm_120                                                    | arch-not-in-build",
        "RTX 5090 no kernel image                                  | arch-not-in-build",
        "driver too old                                            | driver-too-old",
        "cudaErrorInsufficientDriver                               | driver-too-old",
        "Torch not compiled with CUDA enabled                      | torch-cpu-build",
        "libcudart.so.11.0                                         | cuda-library-missing",
        "libcudart                                                 | cuda-library-missing",
        "NCCL_SOCKET_IFNAME docker0                                | nccl-wrong-interface",
        "watchdog timeout                                          | nccl-watchdog-timeout",
        "watchdog tiemout                                          | nccl-watchdog-timeout",
        "shm-size                                                  | nccl-shared-memory",
        "unhandled system error                                    | nccl-unhandled-system-error",
        "ChildFailedError                                          | elastic-child-failed",
        "segfault                                                  | process-segfault",
        "Distributed package doesn't have NCCL built in            | nccl-not-built",
        "could not select device driver                            | container-toolkit-missing",
        "uncorrectable ECC                                         | uncorrectable-ecc",
        "xid 48                                                    | uncorrectable-ecc",
        "libnccl-net.so                                            | nccl-net-plugin-absent",
        "different nccl versions on nodes                          | nccl-version-mismatch",
        "my training just says Killed and dies                     | process-killed-host-oom",
        "nvidia-smi stops working in docker after a while          | nvml-lost-in-container",
        "torchrun nodes cannot join                                | rendezvous-timeout",
        "only rank 0 does evaluation and the others time out       |"
            + " one-rank-slow-before-collective",
        "training hangs at init on 2x rtx 4090                     | nccl-p2p-hang",
        "nvidia-smi broken after apt upgrade                       | nvml-driver-library-mismatch",
        "cannot reinitialize cuda in forked subproces              | cuda-in-forked-process",
        "xid 149                                                   | nvlink-error",
        "status=12                                                 | nccl-ib-completion-error",
        "OutOfMemoryError                                          | cuda-out-of-memory",
        "torch.cuda.OutOfMemoryError                               | cuda-out-of-memory",
        "outofmemory                                               | cuda-out-of-memory",
        "outofmemroy                                               | cuda-out-of-memory",
        "xid31                                                     | xid-application-fault",
        "illegalmemory                                             | illegal-memory-access",
        "nccl tim                                                  | nccl-watchdog-timeout",
      })
  void theRightPageComesFirst(String query, String entry) {
    assertThat(first(query, Language.EN)).isEqualTo(entry);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "显存不足, cuda-out-of-memory",
    "显存碎片, cuda-memory-fragmentation",
    "驱动太旧, driver-too-old",
    "NCCL 版本不一致, nccl-version-mismatch",
    "NCCL /dev/shm 太小, nccl-shared-memory",
    "网卡选错, nccl-wrong-interface",
    "段错误, process-segfault",
    "CUDA out of memory, cuda-out-of-memory",
    "watchdog 超时, nccl-watchdog-timeout",
    "掉显卡了, gpu-fell-off-bus",
    "驱动版本太低, driver-too-old",
    "训练卡死 nccl, nccl-watchdog-timeout",
    "进程卡在 all_reduce 超时, nccl-watchdog-timeout",
    "单机多卡卡在初始化, nccl-p2p-hang",
    "容器里看不到显卡, no-gpu-visible",
    "docker 里 nvidia-smi 突然用不了, nvml-lost-in-container",
    "僵尸进程占用显存, cuda-out-of-memory",
    "显存没满却报 OOM, cuda-memory-fragmentation",
    "cuda 报错 209, arch-not-in-build",
    "xid 79 是什么, gpu-fell-off-bus",
    "win10 import torch 找不到指定的模块, windows-dll-load-failed",
    "每个 rank 都跑到 0 号卡, nccl-duplicate-gpu",
  })
  void chineseWordsFindTheRightPageToo(String query, String entry) {
    assertThat(first(query, Language.ZH)).isEqualTo(entry);
  }

  @Test
  void aWholeMessageFindsItsSignatureFirst() {
    assertThat(
            first(
                "RuntimeError: CUDA error: CUDA driver version is insufficient for CUDA runtime"
                    + " version. CUDA kernel errors might be asynchronously reported",
                Language.EN))
        .isEqualTo("driver-too-old");
    assertThat(
            first(
                "RuntimeError: CUDA out of memory. Tried to allocate 2.50 GiB (GPU 0; 23.69 GiB"
                    + " total capacity; 20.11 GiB already allocated; 1.20 GiB free; 21.30 GiB"
                    + " reserved in total by PyTorch) If reserved memory is >> allocated memory"
                    + " try setting max_split_size_mb to avoid fragmentation.",
                Language.EN))
        .isEqualTo("cuda-out-of-memory");
  }

  @Test
  void aSnippetIsEscapedAndMarked() {
    String snippet = searchPages("<script> memory", Language.EN, 1).getFirst().snippet();
    assertThat(snippet).contains("<mark>").doesNotContain("<script>");
  }

  @Test
  void nothingIsFoundForNothing() {
    assertThat(searchPages("", Language.EN, 10)).isEmpty();
    assertThat(searchPages("... !!! ???", Language.EN, 10)).isEmpty();
    assertThat(searchPages("zzqqxxyy", Language.EN, 10)).isEmpty();
    assertThat(searchPages("how do I bake sourdough bread", Language.EN, 10)).isEmpty();
    assertThat(searchPages("what is the weather like in Reykjavik", Language.EN, 10)).isEmpty();
  }

  @Test
  void theTotalCountsAllPagesWhateverIsListed() {
    int total = PAGES.find("nccl", Language.EN, 50).total();
    assertThat(total).isGreaterThan(3);
    SearchHits<PageHit> few = PAGES.find("nccl", Language.EN, 3);
    assertThat(few.hits()).hasSize(3);
    assertThat(few.total()).isEqualTo(total);
  }

  @Test
  void aMisspelledWordIsCorrected() {
    assertThat(PAGES.find("out of memroy", Language.EN, 1).suggestion()).hasValue("out of memory");
    assertThat(PAGES.find("wacthdog", Language.EN, 1).suggestion()).hasValue("watchdog");
    assertThat(PAGES.find("CUDA out of memory", Language.EN, 1).suggestion()).isEmpty();
    assertThat(PAGES.find("nccl tim", Language.EN, 1).suggestion()).isEmpty();
    assertThat(PAGES.find("my training dies", Language.EN, 1).suggestion()).isEmpty();
  }

  @Test
  void aSnippetIsProse() {
    for (String question :
        List.of("driver_library", "restart the job", "driver too old", "nvidia-smi -q", "ECC")) {
      for (Language language : Language.values()) {
        for (PageHit hit : searchPages(question, language, 50)) {
          assertThat(hit.snippet())
              .as("%s in %s", question, hit.entry())
              .isNotBlank()
              .doesNotContain("<!--", "&lt;!--", "-->", "--&gt;", "`", "[restart]", "](entry:")
              .doesNotContain("\u2029", "  ")
              .doesNotEndWith(":");
        }
      }
    }
  }

  @Test
  void aSnippetShowsThePlacesOfAPageAsTheirDefaults() {
    assertThat(searchPages("Xid 79 PCI 地址", Language.ZH, 20))
        .isNotEmpty()
        .noneMatch(hit -> hit.snippet().contains("{{") || hit.snippet().contains("}}"));
  }
}
