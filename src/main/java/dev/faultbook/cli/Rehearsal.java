package dev.faultbook.cli;

/**
 * Runs commands one after the other in one process: {@code faultbook record} starts it, so that the
 * cache of classes serves answers with a page and those for which pages are searched.
 */
final class Rehearsal {
  private Rehearsal() {}

  /**
   * Runs the commands; what one of them returns does not stop the next.
   *
   * @param commands each a command with its arguments, separated by single blanks
   */
  public static void main(String[] commands) {
    for (String command : commands) {
      new FaultbookCli(System.in, System.out, System.err).run(command.split(" "));
    }
  }
}
