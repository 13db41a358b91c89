package dev.faultbook.diagnosis;

import dev.faultbook.language.LocalizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What to collect next and how, where nothing in a log of many lanes explains the failure. */
final class RankCollectionAdvice {
  private final RankEvidence evidence;
  private final List<Finding> findings;
  private final Ranks.First first;

  private RankCollectionAdvice(RankEvidence evidence, List<Finding> findings, Ranks.First first) {
    this.evidence = evidence;
    this.findings = findings;
    this.first = first;
  }

  /**
   * The steps, the most telling first; none where a cause is named by more than a time-out.
   *
   * @param first the failure that came first, or null
   */
  static List<LocalizedText> of(RankEvidence evidence, List<Finding> findings, Ranks.First first) {
    return new RankCollectionAdvice(evidence, findings, first).steps();
  }

  private List<LocalizedText> steps() {
    boolean explained =
        first != null
            && first.entry() != null
            && findings.stream().anyMatch(f -> f.role() == Role.ROOT_CAUSE)
            && evidence.events().all().anyMatch(e -> e.role() == Role.ROOT_CAUSE && !e.watchdog());
    boolean failing = evidence.events().all().findAny().isPresent();
    if (explained || !failing) {
      return List.of();
    }
    List<LocalizedText> collect = new ArrayList<>();
    if (!evidence.quiet().absent().isEmpty()) {
      String ranks =
          evidence.quiet().absent().stream()
              .limit(16)
              .map(String::valueOf)
              .collect(Collectors.joining(", "));
      collect.add(
          new LocalizedText(
              "The logs of the ranks that have no line here: "
                  + ranks
                  + (evidence.quiet().absent().size() > 16 ? ", …" : "")
                  + ".",
              "这里没有任何一行的 rank 的日志："
                  + ranks
                  + (evidence.quiet().absent().size() > 16 ? "……" : "")
                  + "。"));
    }
    if (first != null && (evidence.quiet().silent().contains(first.lane()) || first.lane() < 0)) {
      String who = first.node() != null ? first.node() : "rank " + first.rank();
      collect.add(
          new LocalizedText(
              "What the kernel of "
                  + who
                  + " wrote: dmesg -T | tail -n 300 there, or journalctl -k -b -1 after a reboot.",
              who + " 的内核日志：在该机器上执行 dmesg -T | tail -n 300；若已重启，执行 journalctl -k -b -1。"));
      collect.add(
          new LocalizedText(
              "The standard error of its processes, which may stand in a file of its own: torchrun"
                  + " --log-dir DIR --redirects 3.",
              "它的进程的标准错误输出，可能在单独的文件里：torchrun --log-dir DIR --redirects 3。"));
    }
    if (evidence.events().anyTimeout()) {
      collect.add(
          new LocalizedText(
              "What each rank was doing at the time-out: run again with"
                  + " TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1, then compare"
                  + " the dumps with torchfrtrace.",
              "超时时每个 rank 在做什么：设置 TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1"
                  + " 重新运行，再用 torchfrtrace 对比各 rank 的转储。"));
      collect.add(
          new LocalizedText(
              "While it hangs: py-spy dump --pid PID of the rank that is behind, and of one that"
                  + " waits.",
              "卡住时：对落后的 rank 和一个等待中的 rank 分别执行 py-spy dump --pid PID。"));
    }
    if (evidence.view().span() == null) {
      collect.add(
          new LocalizedText(
              "Times on the lines, so that ranks can be put in order: NCCL_DEBUG=INFO with"
                  + " NCCL_DEBUG_TIMESTAMP_LEVELS=ALL (NCCL 2.26 and newer), or pipe each rank"
                  + " through ts.",
              "每行的时间，以便确定先后：NCCL_DEBUG=INFO 加 NCCL_DEBUG_TIMESTAMP_LEVELS=ALL（NCCL 2.26 及以上），或把每个"
                  + " rank 的输出接到 ts。"));
    }
    return collect;
  }
}
