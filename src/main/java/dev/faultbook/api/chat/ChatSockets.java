package dev.faultbook.api.chat;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Opens a socket to each chat whose settings ask for one, once this server is ready. */
@Component
final class ChatSockets implements ApplicationListener<ApplicationReadyEvent> {
  private static final Duration BEAT = Duration.ofSeconds(30);

  /** Feishu's own client sends a ping as often. */
  private static final Duration FEISHU_BEAT = Duration.ofMinutes(2);

  private final ChatSettings settings;
  private final ChatAnswers answers;
  private final FeishuEvents events;
  private final FeishuReplies replies;
  private final ChatFeedback feedback;
  private final JsonMapper json;
  private final List<ChatSocket> sockets = new ArrayList<>();

  ChatSockets(
      ChatSettings settings,
      ChatAnswers answers,
      FeishuEvents events,
      FeishuReplies replies,
      ChatFeedback feedback,
      JsonMapper json) {
    this.settings = settings;
    this.answers = answers;
    this.events = events;
    this.replies = replies;
    this.feedback = feedback;
    this.json = json;
  }

  @Override
  public void onApplicationEvent(ApplicationReadyEvent ready) {
    String port = ready.getApplicationContext().getEnvironment().getProperty("local.server.port");
    String pages = settings.pages().isBlank() ? "http://localhost:" + port : settings.pages();
    if (settings.slack().appToken().isSet()) {
      sockets.add(openSlack(settings.slack(), answers, feedback, json, pages, BEAT));
    }
    if (!settings.dingtalk().clientId().isBlank() && settings.dingtalk().secret().isSet()) {
      sockets.add(openDingTalk(settings.dingtalk(), answers, json, pages, BEAT));
    }
    ChatSettings.Feishu feishu = settings.feishu();
    if (feishu.socket() && !feishu.appId().isBlank() && feishu.appSecret().isSet()) {
      FeishuChat.Desk desk = new FeishuChat.Desk(events, replies, feedback, pages);
      sockets.add(openFeishu(feishu, desk, json, FEISHU_BEAT));
    }
    sockets.forEach(ChatSocket::start);
  }

  static ChatSocket openSlack(
      ChatSettings.Slack slack,
      ChatAnswers answers,
      ChatFeedback feedback,
      JsonMapper json,
      String pages,
      Duration beat) {
    ChatApi api = new ChatApi("Slack", slack.baseUrl(), json);
    return new ChatSocket(new SlackChat(slack, answers, feedback, json, api, pages), api, beat);
  }

  static ChatSocket openDingTalk(
      ChatSettings.DingTalk dingtalk,
      ChatAnswers answers,
      JsonMapper json,
      String pages,
      Duration beat) {
    ChatApi api = new ChatApi("DingTalk", dingtalk.baseUrl(), json);
    return new ChatSocket(new DingTalkChat(dingtalk, answers, json, api, pages), api, beat);
  }

  static ChatSocket openFeishu(
      ChatSettings.Feishu feishu, FeishuChat.Desk desk, JsonMapper json, Duration beat) {
    ChatApi api = new ChatApi("Feishu", feishu.baseUrl(), json);
    return new ChatSocket(new FeishuChat(feishu, desk, json, api), api, beat);
  }

  @PreDestroy
  void close() {
    sockets.forEach(ChatSocket::close);
  }
}
