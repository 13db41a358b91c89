package dev.faultbook.fleet;

import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Excerpt;
import dev.faultbook.log.FileNames;
import dev.faultbook.log.GapMark;
import dev.faultbook.log.Lines;
import dev.faultbook.log.LogFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The text of each stream of each job that can matter, in bounded space. A stream has rows: the
 * first one holds the excerpt of what came before, the others what came since, until they are long
 * enough for a new excerpt. What this object remembers itself is in the rows, too.
 */
final class JobTexts {
  /** Rows are written as a whole; a longer one would be written too often. */
  private static final int ROW = 4 * 1024;

  /** What came since the excerpt, and the excerpt, of one stream. */
  private static final int STREAM = 256 * 1024;

  /** A job of many streams has a share of this for each. */
  private static final int JOB = 64 << 20;

  /** More streams than any job has ranks; further ones share the last. */
  static final int MAX_STREAMS = 8192;

  private static final int LEAST = 16 * 1024;
  private static final String REST = "others.log";
  private static final char SEPARATOR = 0;

  private final KeyValueStore<String, byte[]> rows;
  private final Diagnoser diagnoser;
  private final Map<String, Map<String, Open>> open = new HashMap<>();

  /** The row of a stream to which text is added. */
  private static final class Open {
    int row = 1;
    int pending;

    /** How many bytes of the file were read, where the sender says so. */
    long position;

    byte[] text = new byte[0];
  }

  JobTexts(KeyValueStore<String, byte[]> rows, Diagnoser diagnoser) {
    this.rows = rows;
    this.diagnoser = diagnoser;
  }

  /** Adds the text of a record; whether it was new. */
  boolean append(String job, LogRecord read) {
    Map<String, Open> streams = open.computeIfAbsent(job, this::load);
    String name =
        streams.containsKey(read.stream()) || streams.size() < MAX_STREAMS ? read.stream() : REST;
    Open stream = streams.computeIfAbsent(name, unknown -> new Open());
    byte[] text = read.text();
    int from = 0;
    if (read.position() != null) {
      long known = stream.position - read.position();
      if (known >= text.length) {
        return false;
      }
      from = (int) Math.max(0, known);
      stream.position = read.position() + text.length;
    }
    while (from < text.length) {
      int n = Math.min(text.length - from, ROW - stream.text.length);
      byte[] longer = new byte[stream.text.length + n];
      System.arraycopy(stream.text, 0, longer, 0, stream.text.length);
      System.arraycopy(text, from, longer, stream.text.length, n);
      stream.text = longer;
      stream.pending += n;
      from += n;
      put(job, name, stream);
      if (stream.text.length == ROW) {
        stream.row++;
        stream.text = new byte[0];
      }
    }
    if (stream.pending >= limit(streams.size())) {
      shorten(job, name, stream, limit(streams.size()));
    }
    return true;
  }

  private static int limit(int streams) {
    return Math.clamp(JOB / Math.max(1, streams), LEAST, STREAM);
  }

  private void put(String job, String name, Open stream) {
    ByteBuffer row = ByteBuffer.allocate(Long.BYTES + stream.text.length);
    rows.put(key(job, name, stream.row), row.putLong(stream.position).put(stream.text).array());
  }

  /** Replaces the rows of a stream by their excerpt. */
  private void shorten(String job, String name, Open stream, int limit) {
    byte[] whole = read(job, name);
    byte[] kept;
    try {
      Kept file = new Kept(List.of(Map.entry(name, whole)));
      kept = Excerpt.of(file, diagnoser.diagnose(file)).readText();
    } catch (IOException | RuntimeException e) {
      // One text that cannot be read must not stop the others: its ends are kept.
      kept = whole;
    }
    for (int row = 1; row <= stream.row; row++) {
      rows.delete(key(job, name, row));
    }
    stream.row = 1;
    stream.text = new byte[0];
    stream.pending = 0;
    ByteBuffer first = ByteBuffer.allocate(Long.BYTES + Math.min(kept.length, limit) + 200);
    byte[] ends = cut(kept, limit);
    first.putLong(stream.position).put(ends);
    byte[] row = new byte[first.position()];
    first.flip().get(row);
    rows.put(key(job, name, 0), row);
  }

  /** The first quarter and the last three of a text, in whole lines. */
  private static byte[] cut(byte[] text, int limit) {
    if (text.length <= limit) {
      return text;
    }
    int head = limit / 4;
    while (head > 0 && text[head - 1] != '\n') {
      head--;
    }
    int tail = text.length - limit * 3 / 4;
    tail = Math.min(text.length, Lines.lineEnd(text, tail, text.length) + 1);
    long lines = Lines.countNewlines(text, head, tail);
    ByteArrayOutputStream ends = new ByteArrayOutputStream();
    ends.write(text, 0, head);
    ends.writeBytes(
        GapMark.of(lines, lines + Lines.countNewlines(text, 0, head))
            .getBytes(StandardCharsets.UTF_8));
    ends.write(text, tail, text.length - tail);
    return ends.toByteArray();
  }

  private byte[] read(String job, String name) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (var all = scan(job + SEPARATOR + name + SEPARATOR)) {
      all.forEachRemaining(row -> text.write(row.value, Long.BYTES, row.value.length - Long.BYTES));
    }
    return text.toByteArray();
  }

  /** All that was kept of a job: one file a stream. */
  LogFiles readAll(String job) {
    Map<String, ByteArrayOutputStream> texts = new TreeMap<>(FileNames.ORDER);
    try (var all = scan(job + SEPARATOR)) {
      all.forEachRemaining(
          row ->
              texts
                  .computeIfAbsent(nameOf(row.key), unknown -> new ByteArrayOutputStream())
                  .write(row.value, Long.BYTES, row.value.length - Long.BYTES));
    }
    List<Map.Entry<String, byte[]>> files = new ArrayList<>();
    texts.forEach((name, text) -> files.add(Map.entry(name, text.toByteArray())));
    return new Kept(files);
  }

  /** Frees the memory of a job that rests; its rows stay. */
  void release(String job) {
    open.remove(job);
  }

  /** Forgets the text of a job. */
  void delete(String job) {
    open.remove(job);
    List<String> keys = new ArrayList<>();
    try (var all = scan(job + SEPARATOR)) {
      all.forEachRemaining(row -> keys.add(row.key));
    }
    keys.forEach(rows::delete);
  }

  /** What another instance, or this one before it was started again, has kept of a job. */
  private Map<String, Open> load(String job) {
    Map<String, Open> streams = new HashMap<>();
    try (var all = scan(job + SEPARATOR)) {
      while (all.hasNext()) {
        KeyValue<String, byte[]> next = all.next();
        Open stream = streams.computeIfAbsent(nameOf(next.key), unknown -> new Open());
        ByteBuffer row = ByteBuffer.wrap(next.value);
        stream.position = Math.max(stream.position, row.getLong());
        int number = Integer.parseInt(next.key.substring(next.key.lastIndexOf(SEPARATOR) + 1), 16);
        if (number > 0) {
          stream.row = number;
          stream.text = new byte[row.remaining()];
          row.get(stream.text);
          stream.pending += stream.text.length;
        }
      }
    }
    for (Open stream : streams.values()) {
      if (stream.text.length == ROW) {
        stream.row++;
        stream.text = new byte[0];
      }
    }
    return streams;
  }

  private KeyValueIterator<String, byte[]> scan(String prefix) {
    return rows.prefixScan(prefix, Serdes.String().serializer());
  }

  private static String key(String job, String name, int row) {
    return job + SEPARATOR + name + SEPARATOR + String.format("%04x", row);
  }

  private static String nameOf(String key) {
    return key.substring(key.indexOf(SEPARATOR) + 1, key.lastIndexOf(SEPARATOR));
  }

  /** Texts as files. */
  private record Kept(List<Map.Entry<String, byte[]>> files) implements LogFiles {
    @Override
    public int count() {
      return files.size();
    }

    @Override
    public String name(int file) {
      return files.get(file).getKey();
    }

    @Override
    public InputStream openFile(int file) {
      return new ByteArrayInputStream(files.get(file).getValue());
    }
  }
}
