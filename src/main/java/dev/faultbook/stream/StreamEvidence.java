package dev.faultbook.stream;

import dev.faultbook.log.LogSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the lines of a log state about their writers.
 *
 * @param facts facts, in the order of their lines
 * @param stated ids of the streams that state a value, by fact and value
 * @param streams the streams, by id
 * @param sources the files
 */
public record StreamEvidence(
    List<FactReading> facts,
    Map<String, Map<String, Set<Integer>>> stated,
    List<LogStream> streams,
    List<LogSource> sources) {
  public StreamEvidence {
    facts = List.copyOf(facts);
    stated = Map.copyOf(stated);
    streams = List.copyOf(streams);
    sources = List.copyOf(sources);
  }
}
