package dev.faultbook.codes;

import java.util.List;

/** Errors in the JSON of {@code dcgmi diag} and {@code dcgmi health}. */
final class DcgmNotation implements CodeNotation {
  private static final String KEY = "\"error_id\"";

  @Override
  public List<String> triggerWords() {
    return List.of("\"error_id\"");
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    // "error_id": 80,
    int from = 0;
    for (int at = line.findLower(KEY); at >= 0; at = line.findLower(KEY, from)) {
      from = at + KEY.length();
      String code = line.numberAt(line.skipAny(from, " :"));
      if (code != null) {
        sink.acceptCode("dcgm", code);
      }
    }
  }
}
