package dev.faultbook.codes;

import java.util.ArrayList;
import java.util.List;

/** Results of NCCL: in its own trace, by number, or by text in PyTorch's message. */
final class NcclNotation implements CodeNotation {
  private static final String FAMILY = "nccl";
  private static final int REACH = 240;

  private final CodeTexts texts;

  NcclNotation(CodeTables tables) {
    texts = new CodeTexts(tables, FAMILY);
  }

  @Override
  public List<String> triggerWords() {
    List<String> words =
        new ArrayList<>(List.of("nccl error", "nccl warn", "nccl failure", "nccl result"));
    // The trace is the only informational line of NCCL that names a position in its source.
    for (int digit = 1; digit <= 9; digit++) {
      words.add(".cc:" + digit);
    }
    return words;
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    // node1:4103:4711 [3] NCCL INFO transport/net.cc:395 -> 6
    int arrow = line.findLast(" -> ");
    if (arrow > 0 && CodeLine.isDigit(line.at(arrow - 1)) && line.containsWord(" nccl ")) {
      String code = line.numberAt(arrow + 4);
      if (code != null) {
        sink.acceptCode(FAMILY, code);
      }
      return;
    }
    // NCCL error in: ProcessGroupNCCL.cpp:784, unhandled cuda error, NCCL version 2.7.8
    int at = line.findLower("nccl error");
    if (at < 0) {
      at = line.findLower("nccl failure");
    }
    if (at < 0) {
      return;
    }
    int end = line.lower().startsWith("nccl error", at) ? at + 10 : at + 12;
    CodeTexts.Found found = texts.findWithin(line, end, end + REACH);
    String code = line.numberAt(line.skipAny(end, " :=#("));
    if (found != null) {
      sink.acceptRow(found.code());
    } else if (code != null) {
      // NCCL error 2
      sink.acceptCode(FAMILY, code);
    }
  }
}
