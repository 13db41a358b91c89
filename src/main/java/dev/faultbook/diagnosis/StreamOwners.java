package dev.faultbook.diagnosis;

import dev.faultbook.hang.HangReader;
import dev.faultbook.stream.LogStream;
import dev.faultbook.stream.RankView;
import dev.faultbook.stream.StreamEvidence;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ranks and hosts of streams: of their lanes, or else what their prefixes state. */
record StreamOwners(List<LogStream> streams, Optional<RankView> view) implements HangReader.Owners {
  StreamOwners(StreamEvidence evidence, Optional<RankView> view) {
    this(evidence.streams(), view);
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
}
