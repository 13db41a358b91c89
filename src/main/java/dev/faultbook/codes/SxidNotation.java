package dev.faultbook.codes;

import java.util.List;

/** Errors of NVSwitches, as their driver and Fabric Manager print them. */
final class SxidNotation implements CodeNotation {
  private static final String FAMILY = "sxid";

  @Override
  public List<String> triggerWords() {
    return List.of("sxid (", "sxid ", "sxid=", "nvswitch fatal", "nvswitch non-fatal");
  }

  @Override
  public void readLine(CodeLine line, CodeSink sink) {
    int at = line.findLower("sxid");
    if (at >= 0 && line.beginsWord(at)) {
      // nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 12028, Non-fatal, Link 32 egress …
      int close = line.at(at + 5) == '(' ? line.findNear("): ", at) + 3 : at + 4;
      int number = line.skipAny(close, " =:");
      String code = close < at ? null : line.numberAt(number);
      // The next line repeats the number before the registers: 20034, Data {0x…, 0x…}
      if (code != null && !line.text().startsWith(", Data {", number + code.length())) {
        boolean named = line.at(at + 5) == '(';
        String device = named ? line.deviceBetween(at + 5, close - 3) : "";
        sink.acceptDeviceCode(FAMILY, code, device, line.restFrom(number + code.length()));
      }
      return;
    }
    // detected NVSwitch fatal error 20034 on fid 0 on NVSwitch pci bus id … physical id 3 port 33
    String code = line.numberAfter("nvswitch fatal error ", "");
    if (code == null) {
      code = line.numberAfter("nvswitch non-fatal error ", "");
    }
    if (code != null) {
      sink.acceptCode(FAMILY, code);
    }
  }
}
