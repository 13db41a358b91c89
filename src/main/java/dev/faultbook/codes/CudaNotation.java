package dev.faultbook.codes;

import java.util.List;

/** Results of the CUDA runtime and driver: by text, or by number if the line names CUDA. */
final class CudaNotation implements CodeNotation {
  private static final String FAMILY = "cuda";
  private static final int REACH = 96;
  private static final List<String> STATEMENTS =
      List.of("cuda error", "cuda failure", "cuda runtime", "cuda driver", "cuda_error");
  private static final List<String> NUMBERED =
      List.of("error", "failure", "code", "status", "returned", "result", "err");

  /** Libraries whose own numbers follow the same words. */
  private static final List<String> OTHERS =
      List.of("cublas", "cudnn", "cufft", "cusolver", "cusparse", "nccl", "nvml", "exit", "system");

  private final CodeTexts texts;

  CudaNotation(CodeTables tables) {
    texts = new CodeTexts(tables, FAMILY);
  }

  @Override
  public List<String> triggerWords() {
    return List.of(
        "cuda error",
        "cuda failure",
        "cuda runtime",
        "cuda driver",
        "cudaget",
        "cudamalloc",
        "cudamemcpy",
        "cudaerror",
        "cudaset",
        "cudastream",
        "cudadevice",
        "cudalaunch",
        "cudaevent",
        "cuinit",
        "cuctx",
        "cumemalloc",
        "cumemcpy",
        "cumemcreate",
        "cumemmap",
        "culaunch",
        "cumodule",
        "cudevice",
        "cugraph");
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    for (String statement : STATEMENTS) {
      int at = line.findLower(statement);
      if (at >= 0) {
        // CUDA error: an illegal memory access was encountered
        // NCCL WARN Cuda failure 'out of memory'    Error Code 1: Cuda Runtime (misaligned address)
        int from = at + statement.length();
        CodeTexts.Found found = texts.findWithin(line, from, from + REACH);
        if (found != null) {
          sink.acceptRow(found.code());
        }
        break;
      }
    }
    readNumbers(line, sink);
    readBrackets(line, sink);
  }

  /** {@code Cuda failure 700 'an illegal…'}, {@code error 700}, {@code code=700(cudaError…)}. */
  private static void readNumbers(CodeLine line, CodeReader sink) {
    for (String word : NUMBERED) {
      int from = 0;
      for (int at = line.findLower(word); at >= 0; at = line.findLower(word, from)) {
        from = at + word.length();
        int number = line.skipAny(from, " :=#(");
        String code = line.beginsWord(at) && number > from ? line.numberAt(number) : null;
        if (code != null && isOfCuda(line, at, number + code.length())) {
          sink.acceptCode(FAMILY, code);
        }
      }
    }
  }

  private static boolean isOfCuda(CodeLine line, int at, int end) {
    // Error Code 1: Cuda Runtime (an illegal memory access …): 1 is TensorRT's own number.
    if (line.lower().startsWith(": cuda", end)) {
      return false;
    }
    int blank = line.findLastLower(" ", Math.max(0, at - 2));
    String before = line.lower().substring(blank + 1, Math.max(blank + 1, at));
    return OTHERS.stream().noneMatch(before::contains);
  }

  /** {@code an illegal memory access was encountered (700)}. */
  private void readBrackets(CodeLine line, CodeReader sink) {
    int open = line.findLast("(");
    String code = open < 0 ? null : line.numberAt(open + 1);
    if (code == null || line.at(open + 1 + code.length()) != ')') {
      return;
    }
    int at = line.findLower("cuda");
    if (at >= 0 && texts.findWithin(line, at, open) != null) {
      sink.acceptCode(FAMILY, code);
    }
  }
}
