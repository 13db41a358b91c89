package dev.faultbook.fleet;

import dev.faultbook.log.Lines;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record of {@code faultbook.logs}: a line, a chunk of lines, or the JSON record in which a log
 * collector wraps a line.
 *
 * @param stream what wrote the text, as the name of a file from which ranks and nodes are read
 * @param text the text; of a line with its end, of a chunk as it came
 * @param position where the text begins in its file, in bytes; null if the sender does not say. A
 *     text that is read already is a repetition.
 * @param time when it was written, in milliseconds; null if the sender does not say
 * @param end how the scheduler says that the job ended; null if the record says nothing about it
 * @param node the node; null if unknown
 * @param user whose job it is; null if unknown
 */
record LogRecord(
    String stream,
    byte[] text,
    @Nullable Long position,
    @Nullable Long time,
    @Nullable End end,
    @Nullable String node,
    @Nullable String user) {

  /** Longer values come from no collector; the rest is left out. */
  static final int MAX_VALUE = 4 << 20;

  private static final int MAX_NAME = 300;

  /** How a job ended, as Slurm or Kubernetes says. */
  enum End {
    COMPLETED,
    FAILED,
    CANCELLED;

    /** {@code COMPLETED}, {@code Succeeded}; {@code CANCELLED by 1001}; all else is a failure. */
    static End of(String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      if (lower.startsWith("complete") || lower.startsWith("succe")) {
        return COMPLETED;
      }
      return lower.startsWith("cancel") ? CANCELLED : FAILED;
    }
  }

  /** What a record holds: one text, or those of a batch of OpenTelemetry's. */
  static List<LogRecord> allOf(byte @Nullable [] value, Headers headers) {
    byte[] bytes = value == null ? new byte[0] : value;
    JsonNode json = Json.read(bytes.length > 0 && bytes[0] == '{' ? bytes : null);
    if (!json.has("resourceLogs")) {
      return List.of(of(bytes, isWrapped(json) ? json : null, headers));
    }
    List<LogRecord> all = new ArrayList<>();
    // {"resourceLogs":[{"resource":{…},"scopeLogs":[{"logRecords":[{"body":{…}}]}]}]}
    for (JsonNode source : json.path("resourceLogs")) {
      for (JsonNode scope : source.path("scopeLogs")) {
        for (JsonNode line : scope.path("logRecords")) {
          if (line instanceof ObjectNode object) {
            object.set("resource", source.path("resource"));
            all.add(of(bytes, object, headers));
          }
        }
      }
    }
    return all;
  }

  private static LogRecord of(byte[] bytes, @Nullable JsonNode json, Headers headers) {
    String end = header(headers, "end");
    byte[] text = json == null ? bytes : textOf(json).getBytes(StandardCharsets.UTF_8);
    String rank = header(headers, "rank");
    String node = header(headers, "node");
    String file = header(headers, "file");
    if (json != null) {
      node = node == null ? nodeOf(json) : node;
      file = file == null ? fileOf(json) : file;
    }
    String position = header(headers, "position");
    String stream = streamOf(file, node, rank).replace('\0', ' ');
    return new LogRecord(
        stream.length() > MAX_NAME ? stream.substring(stream.length() - MAX_NAME) : stream,
        wholeLines(text),
        position == null ? null : parse(position),
        timeOf(header(headers, "time")),
        end == null ? null : End.of(end),
        node,
        header(headers, "user"));
  }

  /** A text without any line end is a line; a chunk may be cut within one. */
  private static byte[] wholeLines(byte[] text) {
    int length = Math.min(text.length, MAX_VALUE);
    boolean line = length > 0 && Lines.lineEnd(text, 0, length) == length;
    if (!line && length == text.length) {
      return text;
    }
    byte[] whole = new byte[line ? length + 1 : length];
    System.arraycopy(text, 0, whole, 0, length);
    if (line) {
      whole[length] = '\n';
    }
    return whole;
  }

  private static String streamOf(
      @Nullable String file, @Nullable String node, @Nullable String rank) {
    if (file != null) {
      return node == null || file.contains(node) ? file : node + "/" + file;
    }
    if (rank != null) {
      return (node == null ? "" : node + "/") + "rank_" + rank + ".log";
    }
    return node == null ? "" : node + ".log";
  }

  /** Whether it is the record of a collector, and not JSON of the program's own. */
  private static boolean isWrapped(JsonNode json) {
    return // {"@timestamp":…,"log":"step 3 loss 2.1\n","kubernetes":{"pod_name":…}}, Fluent Bit
    json.path("log").isString()
        // {"message":"step 3","source_type":"file","host":"gpu-a02","file":"/w/out"}, Vector
        || json.path("message").isString()
            && (json.has("source_type") || json.has("kubernetes") || json.has("file"))
        // {"body":{"stringValue":"step 3"},"attributes":[…]}, OpenTelemetry
        || json.has("body") && (json.has("attributes") || json.has("timeUnixNano"));
  }

  private static String textOf(JsonNode json) {
    for (String name : new String[] {"log", "message", "body"}) {
      JsonNode text = json.path(name);
      if (text.isString()) {
        return text.asString();
      }
      if (text.path("stringValue").isString()) {
        return text.path("stringValue").asString();
      }
    }
    return "";
  }

  private static @Nullable String nodeOf(JsonNode json) {
    return firstOf(
        json.path("kubernetes").path("host"),
        json.path("kubernetes").path("pod_node_name"),
        json.path("host"),
        attribute(json, "k8s.node.name"),
        attribute(json, "host.name"));
  }

  private static @Nullable String fileOf(JsonNode json) {
    String pod = firstOf(json.path("kubernetes").path("pod_name"), attribute(json, "k8s.pod.name"));
    String container =
        firstOf(
            json.path("kubernetes").path("container_name"), attribute(json, "k8s.container.name"));
    if (pod != null) {
      return pod + (container == null ? "" : "/" + container) + ".log";
    }
    return firstOf(json.path("file"), attribute(json, "log.file.path"));
  }

  /** An attribute of a record or its resource, as an object or as OTLP's list of pairs. */
  private static JsonNode attribute(JsonNode json, String name) {
    for (JsonNode holder :
        new JsonNode[] {json.path("attributes"), json.path("resource").path("attributes")}) {
      if (holder.path(name).isString()) {
        return holder.path(name);
      }
      for (JsonNode pair : holder) {
        if (pair.path("key").asString("").equals(name)) {
          return pair.path("value").path("stringValue");
        }
      }
    }
    return json.path("attributes").path(name);
  }

  private static @Nullable String firstOf(JsonNode... nodes) {
    for (JsonNode node : nodes) {
      String text = Json.textOf(node);
      if (text != null) {
        return text;
      }
    }
    return null;
  }

  private static @Nullable String header(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /** {@code 2026-11-29T03:00:00Z}, with any offset, or milliseconds since 1970. */
  private static @Nullable Long timeOf(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text).toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      return parse(text);
    }
  }

  private static @Nullable Long parse(String number) {
    try {
      return Long.valueOf(number);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
