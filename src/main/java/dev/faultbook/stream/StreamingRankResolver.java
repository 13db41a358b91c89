package dev.faultbook.stream;

import dev.faultbook.log.LogFiles;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Resolves ranks of lines that do not state theirs, from what is known when the line is read: NCCL
 * states once which rank a process is, and a file may be named after its rank.
 */
public final class StreamingRankResolver {
  private static final int MOST_PROCESSES = 32 * 1024;

  private final Map<String, Known> processes = new HashMap<>();
  private final Integer[] files;

  private record Known(int rank, int ranks) {}

  public StreamingRankResolver(LogFiles files) {
    this.files =
        FileRank.fromNames(IntStream.range(0, files.count()).mapToObj(files::name).toList())
            .stream()
            .map(FileRank::rank)
            .toArray(Integer[]::new);
  }

  /** Reads a line of NCCL that states the rank of its process. */
  public void learnRank(MatchedLine line, @Nullable String process) {
    Integer rank = parseNumber(line.captures().get("rank"));
    Integer ranks = parseNumber(line.captures().get("nranks"));
    if (process == null || rank == null || ranks == null || processes.size() >= MOST_PROCESSES) {
      return;
    }
    // Ranks within a part of the job also count from 0; those of the largest group are the job's.
    processes.merge(
        process, new Known(rank, ranks), (old, now) -> now.ranks() > old.ranks() ? now : old);
  }

  public Integer rankOf(LinePrefix prefix, int file) {
    if (prefix.rank() != null) {
      return prefix.rank();
    }
    Known known = prefix.process() == null ? null : processes.get(prefix.process());
    return known != null ? Integer.valueOf(known.rank()) : files[file];
  }

  private static @Nullable Integer parseNumber(@Nullable String text) {
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException tooLong) {
      return null;
    }
  }
}
