package dev.faultbook.codes;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Failed completions of InfiniBand and RoCE, as NCCL, UCX and perftest print them. */
final class CompletionNotation implements CodeNotation {
  private static final String FAMILY = "ib-wc";

  /** The hardware syndrome of mlx5 that UCX prints, and the status that it becomes. */
  private static final Map<String, String> SYNDROMES =
      Map.of("0x4", "4", "0x5", "5", "0x13", "10", "0x15", "12", "0x16", "13");

  private final CodeTexts texts;

  CompletionNotation(CodeTables tables) {
    texts = new CodeTexts(tables, FAMILY);
  }

  @Override
  public List<String> triggerWords() {
    return List.of(
        "got completion",
        "vendor err",
        "vendor_err",
        "vendor error",
        "failed status ",
        "retry counter exceeded",
        "retry count exceeded",
        "(synd 0x",
        "work request flushed",
        "local protection error",
        "remote access error",
        "wc status",
        "wc error");
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    String code = findNumber(line);
    if (code != null) {
      sink.acceptCode(FAMILY, code);
      return;
    }
    // Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)
    int synd = line.findLower("(synd 0x");
    if (synd >= 0) {
      int blank = line.find(' ', synd + 6);
      String syndrome = blank < 0 ? "" : line.lower().substring(synd + 6, blank);
      String status = SYNDROMES.get(syndrome.replace("0x0", "0x"));
      if (status != null) {
        sink.acceptCode(FAMILY, status);
      }
      return;
    }
    // mlx5_0: got bad completion: transport retry counter exceeded
    CodeTexts.Found found = texts.findWithin(line, 0, line.length());
    if (found != null) {
      sink.acceptRow(found.code());
    }
  }

  private static @Nullable String findNumber(CodeLine line) {
    if (line.containsWord("completion")
        || line.containsWord("vendor")
        || line.containsWord("opcode")) {
      // Got completion from peer 10.0.0.2<47534> with error 12, opcode 0, len 0, vendor err 129
      String code = line.numberAfter(" with error ", "");
      if (code == null) {
        // Got completion from peer 10.0.0.2<47534> with status=12 opcode=129 len=0 vendor err 129
        code = line.numberAfter("status=", "");
      }
      // wc.status 12, vendor error 0x81
      return code == null ? line.numberAfter("wc status", " :=") : code;
    }
    // Failed status 12: wr_id 0 syndrom 0x81
    String code = line.containsWord("wr_id") ? line.numberAfter("failed status ", "") : null;
    return code == null ? line.numberAfter("wc status", " :=") : code;
  }
}
