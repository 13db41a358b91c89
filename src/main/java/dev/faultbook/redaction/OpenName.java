package dev.faultbook.redaction;

import java.util.List;

/**
 * A name whose value stands on the next line.
 *
 * @param rules for the name; none when no name is open
 * @param ending what ends the name's line
 */
record OpenName(List<NameRule> rules, Ending ending) {

  static final OpenName NONE = new OpenName(List.of(), Ending.SIGN);

  /** How the line of the name ends. */
  enum Ending {
    /** {@code "api_key":}, {@code 请输入密码：}. */
    SIGN,
    /** {@code password: |}, as YAML begins a block. */
    BLOCK,
    /** {@code PASSWORD=\}, as a shell goes on with the next line. */
    BACKSLASH
  }

  OpenName {
    rules = List.copyOf(rules);
  }
}
