package dev.faultbook.codes;

import java.util.List;

/** Errors in the JSON of {@code dcgmi diag} and {@code dcgmi health}. */
final class DcgmNotation implements CodeNotation {
  private static final String KEY = "\"error_id\"";

  @Override
  public List<String> triggers() {
    return List.of("\"error_id\"");
  }

  @Override
  public void read(CodeLine line, CodeSink sink) {
    // "error_id": 80,
    int from = 0;
    for (int at = line.lower().indexOf(KEY); at >= 0; at = line.lower().indexOf(KEY, from)) {
      from = at + KEY.length();
      String code = line.number(line.skip(from, " :"));
      if (code != null) {
        sink.code("dcgm", code);
      }
    }
  }
}
