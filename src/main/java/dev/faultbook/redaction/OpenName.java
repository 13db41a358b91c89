package dev.faultbook.redaction;

import java.util.List;
import java.util.Set;

/**
 * A name whose value is expected on the next line.
 *
 * @param rules the rules for the name; empty if no value is expected
 * @param ending how the line of the name ends
 */
record OpenName(List<NameRule> rules, Ending ending) {

  static final OpenName NONE = new OpenName(List.of(), Ending.SIGN);

  /** A prompt such as {@code Password for bob:}. */
  static final OpenName PROMPT =
      new OpenName(
          List.of(
              new NameRule(Set.of(), NameRule.Match.WHOLE, Set.of(), ValueRule.ANYTHING, Set.of())),
          Ending.SIGN);

  /** How the line of the name ends. */
  enum Ending {
    /** {@code "api_key":}, {@code 请输入密码：}. */
    SIGN,
    /** {@code password: |}, the start of a YAML block scalar. */
    BLOCK,
    /** {@code PASSWORD=\}, a shell's line continuation. */
    BACKSLASH,
    /** {@code --api-key}, whose value is the next item of a list. */
    OPTION
  }

  OpenName {
    rules = List.copyOf(rules);
  }
}
