package dev.faultbook.server;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The settings of what the server receives, below {@code faultbook}.
 *
 * @param diagnosis limits of a diagnosis
 * @param http the names of this server
 * @param curation the curators' desk
 */
@ConfigurationProperties("faultbook")
public record ServerSettings(
    @DefaultValue Diagnosis diagnosis, @DefaultValue Http http, @DefaultValue Curation curation) {

  /**
   * Limits of a diagnosis.
   *
   * @param maxLogSize largest accepted log, uncompressed
   * @param maxConcurrent most concurrent diagnoses of large logs, and as many of small ones; 0 for
   *     two per processor, which keeps it busy while one waits for memory. A small heap allows
   *     fewer of the large and the small ones
   * @param maxWait longest wait for a diagnosis to begin before the log is refused
   * @param maxTime longest running time of a diagnosis, unpacking included; zero for no limit
   * @param smallLogSize logs up to this size never wait for larger ones
   */
  public record Diagnosis(
      @DefaultValue("64MB") DataSize maxLogSize,
      @DefaultValue("0") int maxConcurrent,
      @DefaultValue("5s") Duration maxWait,
      @DefaultValue("60s") Duration maxTime,
      @DefaultValue("1MB") DataSize smallLogSize) {

    private static final long MB = 1024L * 1024;
    private static final long MIN_HELD = 8 * MB;
    private static final long USUAL_HELD = 32 * MB;
    private static final long MAX_HELD = 256 * MB;

    /**
     * What a diagnosis keeps besides lines, whatever the size of the heap: 64 MB of failures and
     * tracebacks, and 32,768 streams.
     */
    private static final long STATE = 96 * MB;

    /** What a byte of a log takes at most; measured with a failure of its own rank on each line. */
    private static final long STATE_PER_BYTE = 32;

    /**
     * Most bytes of a log's lines that one diagnosis keeps in memory. A third of the heap is shared
     * by all concurrent diagnoses of large logs: with 768 MB that is two with 32 MB of lines each.
     *
     * @param heap largest size of the heap in bytes
     */
    public long heldBytes(long heap) {
      return Math.clamp(heap / 3 / largeConcurrency(heap) - STATE, MIN_HELD, MAX_HELD);
    }

    /**
     * The number of concurrent diagnoses of large logs: as many as fit into a third of the heap.
     *
     * @param heap largest size of the heap in bytes
     * @return at least one
     */
    public int largeConcurrency(long heap) {
      return Math.clamp(heap / 3 / (STATE + USUAL_HELD), 1, effectiveConcurrency());
    }

    /**
     * The number of concurrent diagnoses of small logs: as many as fit into a quarter of the heap.
     *
     * @param heap largest size of the heap in bytes
     * @return at least one
     */
    public int smallConcurrency(long heap) {
      long each = Math.clamp(STATE_PER_BYTE * smallLogSize.toBytes(), 1, STATE + USUAL_HELD);
      return Math.clamp(heap / 4 / each, 1, effectiveConcurrency());
    }

    /** The number of concurrent diagnoses that the processors allow, at least one. */
    public int effectiveConcurrency() {
      return maxConcurrent > 0 ? maxConcurrent : 2 * Runtime.getRuntime().availableProcessors();
    }
  }

  /**
   * The names of this server.
   *
   * @param hosts names besides {@code localhost} and the loopback addresses, each with or without a
   *     port; links name the host of the request only if it is one of them
   */
  public record Http(@DefaultValue List<String> hosts) {}

  /**
   * The curators' desk, which is closed without a password.
   *
   * @param password the password of all curators; blank if there is none
   * @param publish whether curators may write into the first writable folder of content
   * @param author author of their commits, where that folder is a git checkout, as git writes it
   */
  public record Curation(
      @DefaultValue("") Secret password,
      @DefaultValue("false") boolean publish,
      @DefaultValue("Faultbook <faultbook@localhost>") String author) {
    private static final int MIN_PASSWORD = 12;

    public Curation {
      if (password.isSet() && password.value().length() < MIN_PASSWORD) {
        throw new IllegalArgumentException(
            "faultbook.curation.password has fewer than "
                + MIN_PASSWORD
                + " characters; set a longer one, or none to close the curators' desk");
      }
    }
  }
}
