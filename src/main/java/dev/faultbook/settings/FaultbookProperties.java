package dev.faultbook.settings;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The settings of the server: the properties below {@code faultbook}.
 *
 * @param content folder of the content; blank for the content packed in the jar
 * @param diagnosis limits of a diagnosis
 * @param store limits of the store of shared diagnoses
 * @param feedback limits of feedback
 * @param statistics what is counted
 * @param database the embedded database
 * @param http limits of uploads, and the names of this server
 * @param chat the chats that may ask for diagnoses
 * @param curation the curators' desk
 */
@ConfigurationProperties("faultbook")
public record FaultbookProperties(
    @DefaultValue("") String content,
    @DefaultValue Diagnosis diagnosis,
    @DefaultValue Store store,
    @DefaultValue Feedback feedback,
    @DefaultValue Statistics statistics,
    @DefaultValue Database database,
    @DefaultValue Http http,
    @DefaultValue Chat chat,
    @DefaultValue Curation curation) {

  /**
   * Limits of a diagnosis.
   *
   * @param maxLogSize largest accepted log, uncompressed
   * @param maxConcurrent most concurrent diagnoses of large logs, as many of small ones and as many
   *     of tiny ones; 0 for two per processor, which keeps it busy while one waits for memory. A
   *     small heap allows fewer of the large and the small ones
   * @param maxWait longest wait for a permit before the log is refused; that of the next in line is
   *     twelve times as long
   * @param maxTime longest running time of a diagnosis, unpacking included; zero for no limit
   * @param smallLogSize logs up to this size have a lane of their own and never wait for larger
   *     ones
   */
  public record Diagnosis(
      @DefaultValue("64MB") DataSize maxLogSize,
      @DefaultValue("0") int maxConcurrent,
      @DefaultValue("5s") Duration maxWait,
      @DefaultValue("60s") Duration maxTime,
      @DefaultValue("1MB") DataSize smallLogSize) {

    private static final long MB = 1024L * 1024;
    private static final long LEAST_HELD = 8 * MB;
    private static final long USUAL_HELD = 32 * MB;
    private static final long MOST_HELD = 256 * MB;

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
      return Math.clamp(heap / 3 / largeConcurrency(heap) - STATE, LEAST_HELD, MOST_HELD);
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
   * Limits of the store of shared diagnoses.
   *
   * @param maxLogSize largest log that is stored, uncompressed
   * @param retention how long a shared diagnosis is kept
   * @param maxSize most bytes of all stored diagnoses together, compressed
   * @param maxConcurrent most logs that are redacted and stored concurrently; 0 for as many as fit
   *     into a quarter of the heap, at {@link #COPIES} copies of the text each
   * @param savesPerClient most shared diagnoses a minute from one client address
   * @param savesInAll most shared diagnoses a minute from all clients
   */
  public record Store(
      @DefaultValue("16MB") DataSize maxLogSize,
      @DefaultValue("30d") Duration retention,
      @DefaultValue("10GB") DataSize maxSize,
      @DefaultValue("0") int maxConcurrent,
      @DefaultValue("20") int savesPerClient,
      @DefaultValue("120") int savesInAll) {
    private static final int COPIES = 8;

    /** The number of logs that are redacted and stored concurrently, at least one. */
    public int effectiveConcurrency() {
      if (maxConcurrent > 0) {
        return maxConcurrent;
      }
      long fitting = Runtime.getRuntime().maxMemory() / 4 / (COPIES * maxLogSize.toBytes());
      return Math.clamp(fitting, 1, Runtime.getRuntime().availableProcessors());
    }
  }

  /**
   * Limits of feedback.
   *
   * @param perClient most answers a minute from one client address
   * @param inAll most answers a minute from all clients
   */
  public record Feedback(@DefaultValue("10") int perClient, @DefaultValue("120") int inAll) {}

  /**
   * What is counted.
   *
   * @param enabled whether to count per day which entry led a diagnosis
   */
  public record Statistics(@DefaultValue("true") boolean enabled) {}

  /**
   * The embedded database.
   *
   * @param directory its data directory
   */
  public record Database(@DefaultValue("./data") String directory) {}

  /**
   * Limits of uploads, and the names of this server.
   *
   * @param hosts names of this server besides {@code localhost} and the loopback addresses, each
   *     with or without a port; links name the host of the request only if it is one of them
   * @param maxUploads most concurrent uploads of more than 64 KB, and as many smaller ones
   * @param maxUploadsPerClient most of each from one client address
   * @param maxConnectionsPerClient most connections from one client address, unless a proxy is in
   *     front ({@code server.forward-headers-strategy})
   * @param minUploadRate lowest accepted rate of an upload in bytes per second, over the time that
   *     the server waits for it
   * @param contendedUploadRate lowest rate in bytes per second that keeps the place of an upload
   *     for which another one waits, over each two seconds that the server waits for it
   * @param uploadGrace total waiting time before the rate is enforced
   * @param maxUploadTime longest total waiting time for an upload
   */
  public record Http(
      @DefaultValue List<String> hosts,
      @DefaultValue("128") int maxUploads,
      @DefaultValue("32") int maxUploadsPerClient,
      @DefaultValue("512") int maxConnectionsPerClient,
      @DefaultValue("4KB") DataSize minUploadRate,
      @DefaultValue("256KB") DataSize contendedUploadRate,
      @DefaultValue("10s") Duration uploadGrace,
      @DefaultValue("10m") Duration maxUploadTime) {
    public Http {
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * The chats that may ask for diagnoses. Each is off until its secret is set.
   *
   * @param slack a slash command of Slack
   * @param mattermost a slash command of Mattermost
   * @param dingtalk an outgoing robot of DingTalk
   * @param feishu an app of Feishu or Lark
   */
  public record Chat(
      @DefaultValue Slack slack,
      @DefaultValue Mattermost mattermost,
      @DefaultValue DingTalk dingtalk,
      @DefaultValue Feishu feishu) {}

  /**
   * A slash command of Slack.
   *
   * @param signingSecret the app's signing secret
   */
  public record Slack(@DefaultValue("") Secret signingSecret) {}

  /**
   * A slash command of Mattermost.
   *
   * @param token the command's token
   */
  public record Mattermost(@DefaultValue("") Secret token) {}

  /**
   * An outgoing robot of DingTalk.
   *
   * @param secret the robot's app secret
   */
  public record DingTalk(@DefaultValue("") Secret secret) {}

  /**
   * An app of Feishu or Lark, which is on once the token, the app's id and its secret are set.
   *
   * @param verificationToken the token in each event
   * @param encryptKey the key that signs and encrypts events; blank if the app has none
   * @param appId the app's id
   * @param appSecret the app's secret, for replies
   * @param baseUrl address of the API
   */
  public record Feishu(
      @DefaultValue("") Secret verificationToken,
      @DefaultValue("") Secret encryptKey,
      @DefaultValue("") String appId,
      @DefaultValue("") Secret appSecret,
      @DefaultValue("https://open.feishu.cn") URI baseUrl) {
    public Feishu {
      boolean web = "https".equals(baseUrl.getScheme()) || "http".equals(baseUrl.getScheme());
      if (!web || baseUrl.getHost() == null) {
        throw new IllegalArgumentException(
            "faultbook.chat.feishu.base-url is not the address of a web server: " + baseUrl);
      }
    }

    /** Whether events can be verified and answered. */
    public boolean isOn() {
      return verificationToken.isSet() && !appId.isBlank() && appSecret.isSet();
    }
  }

  /**
   * The curators' desk, which is closed without a password.
   *
   * @param password the password of all curators; blank if there is none
   */
  public record Curation(@DefaultValue("") Secret password) {
    private static final int SHORTEST_PASSWORD = 12;

    public Curation {
      if (password.isSet() && password.value().length() < SHORTEST_PASSWORD) {
        throw new IllegalArgumentException(
            "faultbook.curation.password has fewer than "
                + SHORTEST_PASSWORD
                + " characters; set a longer one, or none to close the curators' desk");
      }
    }
  }

  /**
   * A secret, which is never printed.
   *
   * @param value the secret; blank if there is none
   */
  public record Secret(String value) {
    /** Converts a property. */
    public static Secret valueOf(String text) {
      return new Secret(text.strip());
    }

    /** Whether there is one. */
    public boolean isSet() {
      return !value.isBlank();
    }

    @Override
    public String toString() {
      return isSet() ? "(secret)" : "(none)";
    }
  }
}
