package dev.faultbook.diagnosis;

import dev.faultbook.hang.HangReader;
import dev.faultbook.stream.LogStream;
import dev.faultbook.stream.RankView;
import dev.faultbook.stream.StreamEvidence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ranks and hosts of streams: of their lanes, or else what their prefixes state. */
final class StreamOwners implements HangReader.Owners {
  private static final Integer SEVERAL = -1;

  private final List<LogStream> streams;
  private final Optional<RankView> view;

  /** Ranks by process, with and without its host. */
  private final Map<String, Integer> processes = new HashMap<>();

  StreamOwners(StreamEvidence evidence, Optional<RankView> view) {
    this.streams = evidence.streams();
    this.view = view;
    for (LogStream stream : streams) {
      String process = stream.writer().process();
      Integer rank = process == null ? null : rankOf(stream.id());
      if (process != null && rank != null) {
        // node7:4711 as NCCL prints it, or 4711
        String pid = process.substring(process.lastIndexOf(':') + 1);
        String node = nodeOf(stream.id());
        note(pid, rank);
        note(node + ":" + pid, rank);
      }
    }
  }

  private void note(String process, Integer rank) {
    processes.merge(process, rank, (a, b) -> a.equals(b) ? a : SEVERAL);
  }

  @Override
  public @Nullable Integer rankOf(int stream) {
    return view.flatMap(of -> of.rankOf(stream))
        .orElseGet(() -> streams.get(stream).writer().rankOrLocal());
  }

  @Override
  public @Nullable String nodeOf(int stream) {
    return view.flatMap(of -> of.nodeOf(stream))
        .orElseGet(() -> streams.get(stream).writer().node());
  }

  @Override
  public @Nullable Integer rankOfProcess(@Nullable String node, String pid) {
    Integer rank = processes.get(node == null ? pid : node + ":" + pid);
    return rank == null || rank.equals(SEVERAL) ? null : rank;
  }
}
