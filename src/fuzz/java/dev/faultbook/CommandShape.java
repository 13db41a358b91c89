package dev.faultbook;

/**
 * A command without the letters of its words: what a shell takes apart. Two commands of one shape
 * differ in words alone, none of which turned into an option or two.
 */
public final class CommandShape {
  private static final String OF_WORDS = "._+@%=,:/";

  private CommandShape() {}

  /** The shape of a command. */
  public static String of(String command) {
    // Square brackets stand in quotes around an IPv6 address: '[fd00::7]'.
    String plain = command.replace("'[", "").replace("]'", "").replace("[", "").replace("]", "");
    StringBuilder shape = new StringBuilder();
    boolean word = false;
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      boolean dashInside = c == '-' && word;
      if (isLetterOrDigit(c) || OF_WORDS.indexOf(c) >= 0 || dashInside) {
        shape.append(word ? "" : "w");
        word = true;
      } else {
        shape.append(c);
        word = false;
      }
    }
    return shape.toString();
  }

  private static boolean isLetterOrDigit(char c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
