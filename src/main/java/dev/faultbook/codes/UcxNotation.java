package dev.faultbook.codes;

import java.util.List;

/** Results of UCX on lines that name it. */
final class UcxNotation implements CodeNotation {
  private static final String FAMILY = "ucx";

  private final CodeTexts texts;

  UcxNotation(CodeTables tables) {
    texts = new CodeTexts(tables, FAMILY);
  }

  @Override
  public List<String> triggerWords() {
    return List.of(
        "ucx  error",
        "ucx  warn",
        "ucx error",
        "ucx status",
        "ucp_ep",
        "ucp_w",
        "ucp_t",
        "uct_ep",
        "uct_i");
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    // ucp_ep_create failed: status -25
    int at = line.findLower("status ");
    String code = at < 0 || line.at(at + 7) != '-' ? null : line.numberAt(at + 7);
    if (code != null) {
      sink.acceptCode(FAMILY, code);
      return;
    }
    // [1763696591.120] [node1:4103 :0]  ib_mlx5.c:1  UCX  ERROR ep 0x7f: Endpoint timeout
    int ucx = line.findLower("uc");
    int colon = ucx < 0 ? -1 : line.find(": ", ucx);
    while (colon >= 0) {
      CodeTexts.Found found = texts.findAt(line, line.skipAny(colon + 2, " "));
      if (found != null) {
        sink.acceptRow(found.code());
        return;
      }
      colon = line.find(": ", colon + 2);
    }
  }
}
