package dev.faultbook.hang;

import dev.faultbook.failure.StackFrame;
import dev.faultbook.log.Lines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a file in JSON: stacks of py-spy, records of the flight recorder, or NCCL's state. */
final class JsonReader {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final int MAX_CALLS = 20_000;

  /** Longest part of a line that is shown: the beginning of a record. */
  private static final int MAX_TEXT = 300;

  /** A key of NCCL's state. */
  static final String COMMUNICATORS = "\"communicators_count\"";

  private final byte[] bytes;
  private final int stream;
  private final int file;
  private final long firstLine;
  private int frameFrom;

  /** Lines before the one that was asked for last. */
  private long counted;

  private int countedTo;

  JsonReader(byte[] bytes, int stream, int file, long firstLine) {
    this.bytes = bytes;
    this.stream = stream;
    this.file = file;
    this.firstLine = firstLine;
  }

  /** What a file holds. */
  record Content(List<ProcessDump> stacks, List<Recording> recordings, List<RasState> states) {}

  /** Reads as much as can be read: the end of a file may be cut off. */
  Content read() {
    Content content = new Content(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    if (Lines.decodeText(bytes, 0, Math.min(bytes.length, 1_000)).contains(COMMUNICATORS)) {
      RasTree.mend(bytes);
    }
    Map<String, List<ThreadStack>> threads = new LinkedHashMap<>();
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.START_ARRAY) {
          readThreads(parser, threads);
        } else if (token == JsonToken.START_OBJECT) {
          readObject(parser, content);
        }
      }
    } catch (JacksonException cutOff) {
      // What was read before counts.
    }
    threads.forEach(
        (pid, of) ->
            content.stacks.add(new ProcessDump(stream, file, pid, "", of, of.getFirst().line())));
    return content;
  }

  private void readThreads(JsonParser parser, Map<String, List<ThreadStack>> threads) {
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      long line = lineAt(parser);
      frameFrom = (int) parser.currentTokenLocation().getByteOffset();
      JsonNode node = MAPPER.readTree(parser);
      List<Frame> frames = new ArrayList<>();
      for (JsonNode frame : node.path("frames")) {
        frames.add(toFrame(frame));
      }
      String status =
          (node.path("active").asBoolean() ? "active" : "idle")
              + (node.path("owns_gil").asBoolean() ? "+gil" : "");
      if (!frames.isEmpty()) {
        threads
            .computeIfAbsent(text(node, "pid"), pid -> new ArrayList<>())
            .add(
                new ThreadStack(
                    text(node, "os_thread_id"), text(node, "thread_name"), status, frames, line));
      }
    }
  }

  /** A frame of py-spy, at the line that names its file. */
  private Frame toFrame(JsonNode frame) {
    Frame line = nextLineOf("\"filename\"");
    StackFrame of =
        WaitRules.toFrame(text(frame, "filename"), frame.path("line").asInt(), text(frame, "name"));
    return new Frame(of, stream, line.line(), line.text());
  }

  /** The next line with a key. */
  private Frame nextLineOf(String quoted) {
    byte[] key = quoted.getBytes(StandardCharsets.US_ASCII);
    int at = frameFrom;
    while (at < bytes.length && !startsWith(key, at)) {
      at++;
    }
    int from = Lines.lineStart(bytes, 0, Math.min(at, bytes.length));
    boolean back = from < countedTo;
    counted = (back ? 0 : counted) + Lines.countNewlines(bytes, back ? 0 : countedTo, from);
    countedTo = from;
    frameFrom = Math.min(bytes.length, at + key.length);
    return Frame.ofLine(stream, firstLine + counted, textAt(from));
  }

  private boolean startsWith(byte[] key, int at) {
    for (int i = 0; i < key.length; i++) {
      if (at + i >= bytes.length || bytes[at + i] != key[i]) {
        return false;
      }
    }
    return true;
  }

  private void readObject(JsonParser parser, Content content) {
    Recording recording = new Recording(stream, file, firstLine);
    RasTree state = new RasTree();
    try {
      readKeys(parser, recording, state);
    } finally {
      if (state.isEmpty()) {
        content.recordings.add(recording);
      } else {
        content.states.add(state.finish());
      }
    }
  }

  private void readKeys(JsonParser parser, Recording recording, RasTree state) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = parser.currentName();
      JsonToken value = parser.nextToken();
      if (key.equals("entries") && value == JsonToken.START_ARRAY) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          int from = (int) parser.currentTokenLocation().getByteOffset();
          long line = lineAt(parser);
          JsonNode entry = MAPPER.readTree(parser);
          if (recording.calls.size() < MAX_CALLS) {
            recording.add(toCall(entry, line, from));
          }
        }
      } else if (key.equals("communicators") && value == JsonToken.START_ARRAY) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          frameFrom = (int) parser.currentTokenLocation().getByteOffset();
          state.add(MAPPER.readTree(parser), () -> nextLineOf("\"rank\""));
        }
      } else {
        JsonNode node = MAPPER.readTree(parser);
        if (key.equals("pg_config")) {
          readGroups(node, recording);
        } else if (key.equals("rank") && node.isIntegralNumber()) {
          recording.rank = node.asInt();
        }
      }
    }
  }

  private static void readGroups(JsonNode node, Recording recording) {
    for (JsonNode group : node) {
      List<Integer> ranks = new ArrayList<>();
      // "[0, 1, 2]" in all versions so far
      StringBuilder digits = new StringBuilder();
      for (char c : (group.path("ranks").asString("") + ",").toCharArray()) {
        if (c >= '0' && c <= '9' && digits.length() < 7) {
          digits.append(c);
        } else if (!digits.isEmpty()) {
          ranks.add(Integer.valueOf(digits.toString()));
          digits.setLength(0);
        }
      }
      if (!ranks.isEmpty()) {
        recording.groups.put(
            text(group, "name"),
            new Recording.Group(text(group, "name"), text(group, "desc"), ranks));
      }
    }
  }

  private Call toCall(JsonNode entry, long line, int from) {
    JsonNode group = entry.path("process_group");
    String name = group.isArray() ? group.path(0).asString("") : text(entry, "pg_id");
    String profiled = text(entry, "profiling_name");
    int colon = profiled.indexOf(':');
    boolean paired = entry.path("is_p2p").asBoolean() && entry.has("p2p_seq_id");
    long sequence = entry.path("collective_seq_id").asLong(entry.path("seq_id").asLong());
    boolean done = entry.path("retired").asBoolean() && profiled.startsWith("gloo:");
    StackFrame own = null;
    for (JsonNode frame : entry.path("frames")) {
      StackFrame of =
          StackFrame.of(text(frame, "filename"), frame.path("line").asInt(), text(frame, "name"));
      if (own == null || !own.isOwn() && of.isOwn()) {
        own = of;
      }
    }
    String at = textAt(from);
    return new Call(
        name,
        group.path(1).asString(""),
        paired ? entry.path("p2p_seq_id").asLong() : sequence,
        entry.path("is_p2p").asBoolean(),
        profiled.substring(colon + 1),
        entry.path("input_sizes") + "",
        entry.path("output_sizes") + "",
        entry.path("input_dtypes") + "" + entry.path("output_dtypes"),
        done ? Call.State.COMPLETED : Call.State.of(text(entry, "state")),
        entry.path("retired").asBoolean(),
        new Frame(own == null ? new StackFrame("", 0, "", "unknown") : own, stream, line, at));
  }

  private static String text(JsonNode node, String key) {
    return node.path(key).asString("");
  }

  private long lineAt(JsonParser parser) {
    return firstLine + parser.currentTokenLocation().getLineNr() - 1;
  }

  private String textAt(int from) {
    int to = Math.min(Lines.lineEnd(bytes, from, bytes.length), from + MAX_TEXT);
    return Lines.decodeText(bytes, from, to);
  }
}
