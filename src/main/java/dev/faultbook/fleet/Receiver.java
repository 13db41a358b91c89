package dev.faultbook.fleet;

import dev.faultbook.report.Dialect;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where diagnoses are sent besides the topic.
 *
 * @param kind what is sent
 * @param address where to, by POST
 */
public record Receiver(Kind kind, URI address) {

  /** What a receiver understands. */
  public enum Kind {
    /** The document itself. */
    WEBHOOK(null),
    /** Alerts of Alertmanager's API v2; the address is that of Alertmanager. */
    ALERTMANAGER(null),
    /** An incoming webhook of Slack. */
    SLACK(Dialect.SLACK),
    /** An incoming webhook of Mattermost. */
    MATTERMOST(Dialect.MARKDOWN),
    /** A robot of a DingTalk group. */
    DINGTALK(Dialect.DINGTALK),
    /** A robot of a Feishu or Lark group. */
    FEISHU(Dialect.FEISHU);

    private final @Nullable Dialect dialect;

    Kind(@Nullable Dialect dialect) {
      this.dialect = dialect;
    }

    /** The dialect of a chat; null for what is no chat. */
    @Nullable Dialect dialect() {
      return dialect;
    }

    /** The header of a diagnosis that has its text for this chat. */
    String textHeader() {
      return "text." + name().toLowerCase(Locale.ROOT);
    }
  }
}
