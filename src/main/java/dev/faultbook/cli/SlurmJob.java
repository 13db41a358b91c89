package dev.faultbook.cli;

import dev.faultbook.server.InMemoryLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The outputs of a Slurm job. {@code scontrol} names them while it knows the job, {@code sacct}
 * (24.05 and newer) afterwards.
 *
 * @param id {@code 17}, a task of an array {@code 17_3}, or a component {@code 17+1}
 */
record SlurmJob(String id) implements LogAddress {
  private static final int MAX_ID = 24;

  static SlurmJob parse(String address) throws IOException {
    boolean digits = address.chars().noneMatch(c -> c >= 'a' && c <= 'z');
    if (!digits || !LogAddress.isName(address, "_+", MAX_ID)) {
      throw new IOException("expected slurm:JOBID");
    }
    return new SlurmJob(address);
  }

  @Override
  public void fetchInto(InMemoryLog.Receiver receiver) throws IOException {
    TreeSet<String> named = new TreeSet<>(askForOutputs());
    // A job can call anything its output, a device too.
    List<Path> files = named.stream().map(Path::of).filter(Files::isRegularFile).toList();
    if (files.isEmpty()) {
      throw new IOException(
          named.isEmpty()
              ? "Slurm names no output of this job"
              : "there is no file " + String.join(", ", named) + " on this machine");
    }
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        receiver.add(file.toString(), in);
      }
    }
  }

  private List<String> askForOutputs() throws IOException {
    try {
      // "   StdOut=/home/me/slurm-17.out"
      return new LogProgram("scontrol", "show", "job", id)
          .print()
          .lines()
          .map(String::strip)
          .filter(line -> line.startsWith("StdOut=") || line.startsWith("StdErr="))
          .map(line -> line.substring("StdOut=".length()))
          .filter(path -> !path.isEmpty())
          .toList();
    } catch (IOException forgotten) {
      try {
        return Stream.concat(askForField("StdOut"), askForField("StdErr")).toList();
      } catch (IOException e) {
        throw new IOException(forgotten.getMessage() + "; " + e.getMessage(), e);
      }
    }
  }

  /** One field at a time: a path can hold any separator but the end of the line. */
  private Stream<String> askForField(String field) throws IOException {
    return new LogProgram(
            "sacct",
            "--jobs=" + id,
            "--allocations",
            "--noheader",
            "--parsable2",
            "--expand-patterns",
            "--format=" + field)
        .print()
        .lines()
        .filter(line -> !line.isBlank());
  }
}
