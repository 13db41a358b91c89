package dev.faultbook.report;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.language.Language;
import dev.faultbook.language.LocalizedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What to collect next where a log shows no more than a symptom: which lines are missing, and the
 * command that brings them. What a symptom can come of decides what is asked for: where a cause in
 * NCCL can produce it, other ranks may have the first error.
 *
 * <p>The variables are those of NCCL's user guide ({@code NCCL_DEBUG_FILE}, {@code
 * NCCL_DEBUG_TIMESTAMP_LEVELS} since 2.26) and of PyTorch's page on ProcessGroupNCCL (since 2.4).
 */
final class CollectionAdvice {
  private static final String NCCL = "nccl";

  /** What goes wrong within one process; other ranks have nothing to tell of it. */
  private static final Set<String> OF_A_PROCESS = Set.of("host", "cuda", "cudnn");

  private static final Set<String> MACHINE = Set.of("gpu", "driver", "torch");

  /** What the script reads from the machine, by the fact that a log may state of it. */
  private static final Map<String, LocalizedText> OF_A_MACHINE = new LinkedHashMap<>();

  static {
    OF_A_MACHINE.put("driver", new LocalizedText("driver", "驱动"));
    OF_A_MACHINE.put("gpu", new LocalizedText("GPU", "GPU"));
    OF_A_MACHINE.put("torch", new LocalizedText("PyTorch", "PyTorch"));
    OF_A_MACHINE.put("cuda", new LocalizedText("CUDA", "CUDA"));
    OF_A_MACHINE.put("nccl", new LocalizedText("NCCL", "NCCL"));
  }

  private final Diagnosis diagnosis;
  private final Language language;
  private final List<Report.Step> steps = new ArrayList<>();

  private CollectionAdvice(Diagnosis diagnosis, Language language) {
    this.diagnosis = diagnosis;
    this.language = language;
  }

  /** The steps, the most telling first; none where a cause is named. */
  static List<Report.Step> of(Diagnosis diagnosis, Language language) {
    boolean symptomOnly =
        diagnosis.diagnosed()
            && diagnosis.findings().getFirst().entry().kind() == EntryKind.SYMPTOM;
    if (!symptomOnly) {
      return List.of();
    }
    CollectionAdvice collecting = new CollectionAdvice(diagnosis, language);
    collecting.collect(diagnosis.findings().getFirst().entry());
    return List.copyOf(collecting.steps);
  }

  private void collect(Entry symptom) {
    String component = symptom.component();
    boolean ofRanks = component.equals("launcher") || ofNccl(symptom);
    // What a log of many ranks lacks is said rank by rank.
    boolean said = diagnosis.ranks() != null && !diagnosis.ranks().collect().isEmpty();
    if (ofRanks && diagnosis.ranks() == null) {
      otherRanks();
    }
    if (ofNccl(symptom)) {
      nccl();
      if (component.equals("pytorch") && !said) {
        flightRecorder();
        stacks();
      }
    }
    if (component.equals("cuda") || component.equals("cudnn")) {
      blocking();
    }
    if (component.equals("host") || component.equals("launcher")) {
      crash();
    }
    kernel(ofRanks);
    if (!MACHINE.stream().allMatch(fact -> diagnosis.facts().all().containsKey(fact))) {
      machine();
    }
  }

  private boolean ofNccl(Entry symptom) {
    if (OF_A_PROCESS.contains(symptom.component())) {
      return false;
    }
    Edition edition = diagnosis.index().edition();
    return symptom.component().equals(NCCL)
        || edition.entries().stream()
            .filter(cause -> cause.component().equals(NCCL))
            .anyMatch(cause -> edition.explains(cause.id()).contains(symptom.id()));
  }

  private void otherRanks() {
    add(
        "The logs of all ranks: the first error of another rank may be the cause. Run it so that"
            + " each rank writes a file of its own, then hand in the files together (.tar.gz).",
        "所有 rank 的日志：原因可能在另一个 rank 的第一个错误里。让每个 rank 各写一个文件，再一起提交（可打包成 .tar.gz）。",
        "torchrun --log-dir /tmp/ranks --redirects 3 --tee 3 --nproc_per_node=8 train.py; tar czf"
            + " ranks.tar.gz -C /tmp ranks");
  }

  private void nccl() {
    add(
        "What NCCL writes before the failure: the line NCCL WARN names the call and the reason."
            + " Lines bear times from NCCL 2.26 on.",
        "NCCL 在故障之前的输出：NCCL WARN 一行会写明失败的调用和原因。NCCL 2.26 起每行可带时间。",
        "NCCL_DEBUG=INFO NCCL_DEBUG_TIMESTAMP_LEVELS=ALL NCCL_DEBUG_FILE=/tmp/nccl.%h.%p.log"
            + " torchrun --nproc_per_node=8 train.py");
  }

  private void flightRecorder() {
    add(
        "Which collective each rank had enqueued and completed at the time-out: PyTorch's flight"
            + " recorder (2.4 and newer) writes a file a rank.",
        "超时时每个 rank 提交和完成到哪个集合操作：PyTorch 的 flight recorder（2.4 及以上）为每个 rank 写一个文件。",
        "TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1"
            + " TORCH_NCCL_DEBUG_INFO_TEMP_FILE=/tmp/nccl_trace_rank_ torchrun --nproc_per_node=8"
            + " train.py");
  }

  private void stacks() {
    add(
        "While it hangs, on every node: where each process stands.",
        "卡住时在每台机器上执行：各进程停在哪里。",
        "for p in $(pgrep -f train.py); do echo \"== $p\"; py-spy dump --pid $p; done");
  }

  private void blocking() {
    add(
        "The operation that failed: kernels run later than the line that starts them, with this"
            + " variable they do not, and the traceback ends at the right place.",
        "真正出错的操作：内核是异步执行的；设置该变量后变为同步，回溯会停在正确的位置。",
        "CUDA_LAUNCH_BLOCKING=1 python train.py");
  }

  private void crash() {
    add(
        "The stack of the process at its end, when a signal killed it.",
        "进程被信号杀死时的调用栈。",
        "ulimit -c unlimited; PYTHONFAULTHANDLER=1 torchrun --nproc_per_node=8 train.py");
  }

  private void kernel(boolean everywhere) {
    add(
        everywhere
            ? "On every node, what the kernel wrote at that time: a GPU's fault (Xid), a killed"
                + " process, a crash."
            : "What the kernel wrote at that time: a GPU's fault (Xid), a killed process, a crash.",
        everywhere ? "每台机器当时的内核日志：GPU 故障（Xid）、进程被杀、崩溃。" : "当时的内核日志：GPU 故障（Xid）、进程被杀、崩溃。",
        "sudo dmesg -T | grep -E 'NVRM|oom-kill|Killed process|segfault|BUG:' | tail -n 100");
  }

  private void machine() {
    String separator = language == Language.ZH ? "、" : ", ";
    String missing =
        OF_A_MACHINE.entrySet().stream()
            .filter(fact -> !diagnosis.facts().all().containsKey(fact.getKey()))
            .map(fact -> fact.getValue().in(language))
            .collect(Collectors.joining(separator));
    add(
        "The facts of the machine, which this log does not state: %s. Put them before the log."
            .formatted(missing),
        "这份日志没有的机器信息：%s。放在日志之前一起提交。".formatted(missing),
        "(curl -fsS " + Report.Step.SERVER + "/collect.sh | sh; cat train.log) > all.log");
  }

  private void add(String en, String zh, String command) {
    steps.add(new Report.Step(new LocalizedText(en, zh).in(language), command));
  }
}
