package dev.faultbook.codes;

import java.util.List;

/** Errors of libfabric's EFA provider. */
final class EfaNotation implements CodeNotation {
  private static final String FAMILY = "efa";

  @Override
  public List<String> triggerWords() {
    return List.of("prov_errno", "unresponsive receiver");
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    // NET/OFI Request 0x7f… completed with error: err: 107, flags: 1, prov_errno: 4124, strerror: …
    String code = line.numberAfter("prov_errno", " :=");
    if (code != null) {
      sink.acceptCode(FAMILY, code);
    } else if (line.containsWord("unresponsive receiver")
        && line.containsWord("handshake failed")) {
      // Unresponsive receiver (reachable by EFA device but handshake failed)
      sink.acceptCode(FAMILY, "4126");
    }
  }
}
