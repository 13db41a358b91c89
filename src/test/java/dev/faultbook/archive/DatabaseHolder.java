package dev.faultbook.archive;

import java.nio.file.Path;

/** Another process that has a database, until it is killed. */
final class DatabaseHolder {

  private DatabaseHolder() {}

  public static void main(String[] args) throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(args[0]));
    System.out.println("holding " + database.getJdbcUrl());
    Thread.sleep(Long.MAX_VALUE);
  }
}
