package dev.faultbook.store;

import java.nio.file.Path;

/** Main class of a process that keeps an embedded database open until it is killed. */
public final class DatabaseHolder {

  private DatabaseHolder() {}

  public static void main(String[] args) throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(args[0]));
    System.out.println("holding " + database.getJdbcUrl());
    Thread.sleep(Long.MAX_VALUE);
  }
}
