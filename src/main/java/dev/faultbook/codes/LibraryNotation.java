package dev.faultbook.codes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results of NVML and of CUDA's libraries, by number or text, after the library's name. */
final class LibraryNotation implements CodeNotation {
  private static final List<String> WORDS =
      List.of("error", "status", "failed", "returned", "result", "failure");
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "cudnn", "cudnn",
          "cublas", "cublas",
          "cufft", "cufft",
          "cusolver", "cusolver",
          "cusparse", "cusparse",
          "nvml", "nvml");
  private static final int REACH = 64;

  private final CodeTexts nvml;

  LibraryNotation(CodeTables tables) {
    nvml = new CodeTexts(tables, "nvml");
  }

  @Override
  public List<String> triggerWords() {
    List<String> words = new ArrayList<>(LIBRARIES.keySet());
    words.remove("nvml");
    words.addAll(List.of("nvml error", "nvmlinit", "nvmldevice", "initialize nvml", "nvml: "));
    words.add("nvml status");
    return words;
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    for (String library : LIBRARIES.keySet()) {
      int at = line.findLower(library);
      if (at >= 0) {
        readNumber(line, at + library.length(), LIBRARIES.get(library), sink);
      }
    }
    // Failed to initialize NVML: Driver/library version mismatch
    int at = line.findLower("nvml");
    CodeTexts.Found found = at < 0 ? null : nvml.findWithin(line, at + 4, at + REACH);
    if (found != null) {
      sink.acceptRow(found.code());
    }
  }

  /** {@code nvmlInit failed: 18}, {@code NVML error 999}, {@code cuBLAS error: 13}. */
  private static void readNumber(CodeLine line, int from, String family, CodeSink sink) {
    int to = Math.min(line.length(), from + REACH);
    for (String word : WORDS) {
      int at = line.findLower(word, from);
      if (at >= 0 && at < to) {
        int end = at + word.length();
        int number = line.skipAny(line.lower().startsWith(" code", end) ? end + 5 : end, " :=#(");
        String code = number == end ? null : line.numberAt(number);
        if (code != null) {
          sink.bareNumber(family, code);
          return;
        }
      }
    }
  }
}
