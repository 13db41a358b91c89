package dev.faultbook;

/**
 * The syntax of a command as a shell parses it, without the letters of its words. Commands of the
 * same shape differ only in their words: no word became an option or several words.
 */
public final class CommandShape {
  private static final String OF_WORDS = "._+@%=,:/";

  private CommandShape() {}

  /** The shape of a command. */
  public static String of(String command) {
    // Quoted square brackets enclose an IPv6 address: '[fd00::7]'.
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
