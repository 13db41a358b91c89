package dev.faultbook.api.chat;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.log.TextParts;
import dev.faultbook.report.Phrases;
import dev.faultbook.server.ErrorAnswer;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.Throttle;
import dev.faultbook.store.DiagnosisStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts presses of the buttons below answers where the pages' own buttons are counted: of each
 * user the first below an answer. Thread-safe.
 */
@Component
final class ChatFeedback {
  private static final Logger LOG = LoggerFactory.getLogger(ChatFeedback.class);
  private static final int MAX_SEEN = 4096;
  private static final String HOOKS = "hooks.slack.com";

  private final DiagnosisStore archive;
  private final Editions editions;
  private final Throttle throttle;
  private final ChatApi slack;
  private final SeenIds presses = new SeenIds(MAX_SEEN);

  ChatFeedback(
      DiagnosisStore archive,
      Editions editions,
      Throttle throttle,
      ChatSettings settings,
      JsonMapper json) {
    this.archive = archive;
    this.editions = editions;
    this.throttle = throttle;
    this.slack = new ChatApi("Slack", settings.slack().baseUrl(), json);
  }

  /**
   * What a button says.
   *
   * @param helped whether the entry was right
   * @param entry id of the entry
   * @param language language of the answer
   */
  record Vote(boolean helped, String entry, Language language) {
    private static final String YES = "yes";
    private static final String NO = "no";

    /** {@code yes shm-full en}, as the buttons carry it. */
    String value() {
      return (helped ? YES : NO) + " " + entry + " " + language.tag();
    }

    /** Reads what a button carried; empty if it is none of these. */
    static Optional<Vote> parse(String value) {
      List<String> words = TextParts.splitAt(value, ' ');
      if (words.size() != 3 || !List.of(YES, NO).contains(words.getFirst())) {
        return Optional.empty();
      }
      return Language.fromTag(words.get(2))
          .map(language -> new Vote(words.getFirst().equals(YES), words.get(1), language));
    }
  }

  /**
   * Counts a press, unless the user has pressed a button below this answer before.
   *
   * @param answer the chat, and its id of the message with the buttons
   * @param user the chat's id of the user
   * @return what the user is told
   */
  String count(String answer, String user, Vote vote) {
    String press = answer + " " + user;
    if (presses.claim(press)) {
      try {
        if (editions.current().findEntry(vote.entry()).isEmpty()) {
          throw new RefusedException(RefusalReason.ENTRY);
        }
        throttle.admit(user);
        archive.saveFeedback(null, vote.entry(), vote.helped(), null, null);
      } catch (RuntimeException e) {
        presses.release(press);
        return ErrorAnswer.of(e).text(Locale.forLanguageTag(vote.language().tag()));
      }
    }
    return Phrases.of(vote.language()).say("feedback.thanks");
  }

  /**
   * Counts a press in Slack, and says so to who pressed. Returns at once, since Slack waits three
   * seconds for the acknowledgement.
   *
   * @param payload {@code {"type": "block_actions", "user": {"id": "U061F7AUR"}, "container":
   *     {"channel_id": "…", "message_ts": "…"}, "actions": [{"value": "…"}], "response_url":
   *     "https://hooks.slack.com/actions/…"}}
   * @see <a href="https://docs.slack.dev/reference/interaction-payloads/block_actions-payload">The
   *     payload</a>
   * @see <a href="https://docs.slack.dev/interactivity/handling-user-interaction">Its answer</a>
   */
  void countSlack(JsonNode payload) {
    JsonNode place = payload.path("container");
    String answer =
        "slack "
            + place.path("channel_id").asString("")
            + " "
            + place.path("message_ts").asString("");
    String user = payload.at("/user/id").asString("");
    Vote.parse(payload.at("/actions/0/value").asString(""))
        .ifPresent(
            vote ->
                Thread.startVirtualThread(
                    () ->
                        tellSlack(
                            payload.path("response_url").asString(""), count(answer, user, vote))));
  }

  private void tellSlack(String address, String text) {
    try {
      URI known =
          slack
              .findOwn(address, HOOKS::equals)
              .orElseThrow(() -> new IOException("its response_url is not Slack's"));
      slack.tell(
          HttpRequest.newBuilder(known),
          Map.of("response_type", "ephemeral", "replace_original", false, "text", text));
    } catch (IOException e) {
      LOG.warn("A press of a button in Slack was not answered: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
