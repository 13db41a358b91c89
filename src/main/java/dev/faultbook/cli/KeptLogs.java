package dev.faultbook.cli;

import dev.faultbook.log.FileNames;
import dev.faultbook.log.LogFiles;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** What was kept of growing logs. */
record KeptLogs(List<Map.Entry<String, LogTail>> logs) implements LogFiles {
  /** The logs that have text, sorted by name. */
  static KeptLogs of(Map<String, LogTail> named) {
    return new KeptLogs(
        named.entrySet().stream()
            .filter(log -> !log.getValue().isEmpty())
            .sorted(Map.Entry.comparingByKey(FileNames.ORDER))
            .toList());
  }

  @Override
  public int count() {
    return logs.size();
  }

  @Override
  public String name(int file) {
    return logs.get(file).getKey();
  }

  @Override
  public InputStream openFile(int file) {
    return logs.get(file).getValue().open();
  }
}
