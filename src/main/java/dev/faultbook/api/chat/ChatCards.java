package dev.faultbook.api.chat;

import dev.faultbook.report.Dialect;
import dev.faultbook.report.Phrases;
import dev.faultbook.server.Secret;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers as the cards of the chats: the short form, and buttons that say whether the page was
 * right. An answer about no page has no buttons.
 */
final class ChatCards {
  /** Slack's limit of the text of a block; a longer answer is sent as text. */
  private static final int MAX_BLOCK = 3000;

  private static final String TEXT = "text";
  private static final String PLAIN = "plain_text";
  private static final String BUTTON = "button";
  private static final String CONTENT = "content";
  private static final String TAG = "tag";
  private static final String TYPE = "type";
  private static final String YES = "yes";
  private static final String NO = "no";

  private ChatCards() {}

  /**
   * Blocks of Slack, which stand in place of the text; empty if it is sent as text.
   *
   * @see <a href="https://docs.slack.dev/reference/block-kit/blocks/section-block">Sections</a>
   * @see <a href="https://docs.slack.dev/reference/block-kit/blocks/actions-block">Actions</a>
   */
  static List<Map<String, Object>> slack(ChatAnswer answer) {
    ChatAnswer.Page page = answer.page();
    if (page == null || answer.text().length() > MAX_BLOCK) {
      return List.of();
    }
    // Verbatim: no name of a channel in a log becomes a link.
    Map<String, Object> text = Map.of(TYPE, "mrkdwn", TEXT, answer.text(), "verbatim", true);
    return List.of(
        Map.of(TYPE, "section", TEXT, text),
        Map.of(
            TYPE,
            "actions",
            "elements",
            List.of(slackButton(answer, page, true), slackButton(answer, page, false))));
  }

  private static Map<String, Object> slackButton(
      ChatAnswer answer, ChatAnswer.Page page, boolean helped) {
    return Map.of(
        TYPE,
        BUTTON,
        "action_id",
        helped ? YES : NO,
        TEXT,
        Map.of(TYPE, PLAIN, TEXT, label(answer, helped)),
        "value",
        vote(answer, page, helped));
  }

  /**
   * A card of Feishu; null if the answer is sent as text. Its text is plain, because what a log
   * holds shall stay text: the address of the page is a button.
   *
   * @see <a
   *     href="https://open.feishu.cn/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/card-json-structure">Cards</a>
   * @see <a
   *     href="https://open.larkoffice.com/document/feishu-cards/card-components/interactive-components/button">Buttons</a>
   */
  static @Nullable Map<String, Object> feishu(ChatAnswer answer) {
    ChatAnswer.Page page = answer.page();
    if (page == null) {
      return null;
    }
    // The headline, the address of the page, and the rest.
    String text = answer.text();
    int end = text.indexOf('\n');
    String rest = text.substring(text.indexOf('\n', end + 1) + 1);
    return Map.of(
        "config",
        Map.of("wide_screen_mode", true),
        "header",
        Map.of("title", feishuText(text.substring(0, end)), "template", "orange"),
        "elements",
        List.of(
            Map.of(TAG, "div", TEXT, feishuText(rest)),
            Map.of(
                TAG,
                "action",
                "actions",
                List.of(
                    Map.of(
                        TAG,
                        BUTTON,
                        TEXT,
                        feishuText(Phrases.of(answer.language()).say("chat.page")),
                        TYPE,
                        "primary",
                        "url",
                        page.address()),
                    feishuButton(answer, page, true),
                    feishuButton(answer, page, false)))));
  }

  private static Map<String, Object> feishuText(String text) {
    return Map.of(TAG, PLAIN, CONTENT, text);
  }

  private static Map<String, Object> feishuButton(
      ChatAnswer answer, ChatAnswer.Page page, boolean helped) {
    return Map.of(
        TAG,
        BUTTON,
        TEXT,
        feishuText(label(answer, helped)),
        TYPE,
        "default",
        "value",
        Map.of("vote", vote(answer, page, helped)));
  }

  /**
   * A message of DingTalk: an action card where there is a page, otherwise Markdown. The buttons of
   * an action card open addresses and call nobody. Cards that call back need a template that an
   * administrator builds and publishes for each app, so that the second button leads to the page's
   * own buttons.
   *
   * @see <a href="https://open.dingtalk.com/document/development/robot-message-type">Messages of
   *     robots</a>
   */
  static Map<String, Object> dingTalk(ChatAnswer answer) {
    ChatAnswer.Page page = answer.page();
    if (page == null) {
      return Dialect.DINGTALK.message("Faultbook", answer.text());
    }
    Phrases phrases = Phrases.of(answer.language());
    return Map.of(
        "msgtype",
        "actionCard",
        "actionCard",
        Map.of(
            "title",
            "Faultbook",
            TEXT,
            answer.text(),
            "btnOrientation",
            "1",
            "btns",
            List.of(
                Map.of("title", phrases.say("chat.page"), "actionURL", page.address()),
                Map.of(
                    "title",
                    phrases.say("feedback.title"),
                    "actionURL",
                    page.address() + "#feedback"))));
  }

  /**
   * Attachments of Mattermost, below the text. What the context of a button holds is known to
   * Mattermost's server alone, which sends it back; it is signed, because those requests are not.
   *
   * @param address where presses are sent
   * @param token the key of the signature
   * @see <a href="https://developers.mattermost.com/integrate/plugins/interactive-messages">
   *     Interactive messages</a>
   */
  static List<Map<String, Object>> mattermost(ChatAnswer answer, String address, Secret token) {
    ChatAnswer.Page page = answer.page();
    if (page == null) {
      return List.of();
    }
    String question = Phrases.of(answer.language()).say("feedback.title");
    return List.of(
        Map.of(
            "fallback",
            question,
            TEXT,
            question,
            "actions",
            List.of(
                mattermostButton(answer, vote(answer, page, true), address, token),
                mattermostButton(answer, vote(answer, page, false), address, token))));
  }

  private static Map<String, Object> mattermostButton(
      ChatAnswer answer, String vote, String address, Secret token) {
    boolean helped = vote.startsWith(YES);
    return Map.of(
        "id",
        helped ? YES : NO,
        TYPE,
        BUTTON,
        "name",
        label(answer, helped),
        "integration",
        Map.of(
            "url",
            address,
            "context",
            Map.of("vote", vote, "sign", RequestSignatures.sign(vote, token))));
  }

  private static String label(ChatAnswer answer, boolean helped) {
    return Phrases.of(answer.language()).say(helped ? "feedback.yes" : "feedback.no");
  }

  private static String vote(ChatAnswer answer, ChatAnswer.Page page, boolean helped) {
    return new ChatFeedback.Vote(helped, page.entry(), answer.language()).value();
  }
}
