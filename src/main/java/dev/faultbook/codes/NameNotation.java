package dev.faultbook.codes;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Codes printed by an unambiguous name: {@code cudaErrorIllegalAddress}, {@code
 * CUBLAS_STATUS_NOT_SUPPORTED}, {@code IBV_WC_RETRY_EXC_ERR}.
 */
final class NameNotation implements CodeNotation {
  private static final Set<String> FAMILIES =
      Set.of(
          "cuda",
          "cudnn",
          "cublas",
          "cufft",
          "cusolver",
          "cusparse",
          "nvml",
          "nccl",
          "ib-wc",
          "efa",
          "ucx",
          "dcgm");

  /** Length of the prefix that distinguishes a name from ordinary words. */
  private static final int PREFIX = 9;

  private final Map<String, Code> names = new HashMap<>();

  NameNotation(CodeTables tables) {
    for (CodeFamily family : tables.families()) {
      if (FAMILIES.contains(family.id())) {
        for (Code code : family.codes()) {
          addName(code.spelling().name(), code);
          code.spelling().aliases().forEach(alias -> addName(alias, code));
        }
      }
    }
  }

  private void addName(String name, Code code) {
    if (name.chars().allMatch(c -> CodeLine.isNamePart((char) c)) && name.length() > 5) {
      names.putIfAbsent(name, code);
    }
  }

  @Override
  public List<String> triggerWords() {
    return names.keySet().stream()
        .map(name -> name.substring(0, Math.min(PREFIX, name.length())).toLowerCase(Locale.ROOT))
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    // RuntimeError: CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmEx(…)`
    int start = 0;
    for (int i = 0; i <= line.length(); i++) {
      if (!CodeLine.isNamePart(line.at(i))) {
        if (i - start > 5) {
          Code code = names.get(line.text().substring(start, i));
          if (code != null) {
            sink.acceptRow(code);
          }
        }
        start = i + 1;
      }
    }
  }
}
