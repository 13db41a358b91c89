package dev.faultbook.codes;

import java.util.ArrayList;
import java.util.List;

/** Xid numbers, as the driver, DCGM and monitors print them. */
final class XidNotation implements CodeNotation {
  static final String FAMILY = "xid";

  private static final String LOST = "79";

  @Override
  public List<String> triggerWords() {
    List<String> words =
        new ArrayList<>(
            List.of("xid (", "xid error", "xid number", "xid_errors", "off the bus", "xid: "));
    for (int digit = 0; digit <= 9; digit++) {
      words.add("xid " + digit);
      words.add("xid=" + digit);
    }
    return words;
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    // NVRM: GPU 0000:29:00.0: GPU has fallen off the bus.
    if (line.containsWord("fallen off the bus")
        && (line.containsWord("nvrm") || line.contains("GPU"))) {
      sink.acceptCode(FAMILY, LOST);
    }
    // DCGM_FI_DEV_XID_ERRORS{gpu="0",UUID="GPU-…",err_code="79"} 79
    if (line.containsWord("dcgm_fi_dev_xid_errors")) {
      int blank = line.findLast(" ");
      String value = line.numberAt(blank + 1);
      if (value != null && !value.equals("0")) {
        sink.acceptCode(FAMILY, value);
      }
      return;
    }
    int from = 0;
    boolean gpu = speaksOfGpu(line);
    for (int at = line.findLower("xid"); at >= 0; at = line.findLower("xid", from)) {
      from = at + 3;
      if (line.beginsWord(at)) {
        readAt(line, at, gpu, sink);
      }
    }
  }

  private static void readAt(CodeLine line, int at, boolean gpu, CodeSink sink) {
    int end = at + 3;
    int number;
    String device = "";
    if (line.at(end) == ' ' && line.at(end + 1) == '(') {
      // NVRM: Xid (PCI:0000:3b:00 GPU-I:05): 31, pid=…   and old drivers: Xid (0000:03:00): 14,
      int close = line.findNear("): ", end);
      number = close < 0 ? -1 : line.skipAny(close + 3, " ");
      device = close < 0 ? "" : line.deviceBetween(end + 1, close);
    } else {
      // XidCriticalError: Xid=79 on Device=…   Detected XID 79 for GPU 0   Xid error 79
      boolean stated = Character.isUpperCase(line.at(at)) || gpu;
      number = stated ? line.skipAny(behindWord(line, end), " =:") : -1;
    }
    String code = number < 0 ? null : line.numberAt(number);
    if (code != null) {
      sink.acceptDeviceCode(FAMILY, code, device, line.restFrom(number + code.length()));
    }
  }

  /** In lower case, xid is also a transaction of PostgreSQL and a call of NFS. */
  private static boolean speaksOfGpu(CodeLine line) {
    return line.containsWord("gpu")
        || line.containsWord("nvrm")
        || line.containsWord("nvidia")
        || line.containsWord("dcgm");
  }

  private static int behindWord(CodeLine line, int end) {
    for (String word : List.of(" error", " number", " code")) {
      if (line.lower().startsWith(word, end)) {
        return end + word.length();
      }
    }
    return end;
  }
}
