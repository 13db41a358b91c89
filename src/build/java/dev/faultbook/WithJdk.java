package dev.faultbook;

import java.io.IOException;

/**
 * Runs a script with {@code JAVA_HOME} set to the JDK that runs this class: the build's own, which
 * need not be Maven's. Its exit status is the script's.
 */
class WithJdk {

  /**
   * @param args the script and its arguments
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    ProcessBuilder script = new ProcessBuilder(args).inheritIO();
    script.environment().put("JAVA_HOME", System.getProperty("java.home"));
    System.exit(script.start().waitFor());
  }
}
