package dev.faultbook.api.chat;

/** What Feishu reports, once it is verified. */
sealed interface FeishuEvent {
  /**
   * Feishu asks whether the address is ours.
   *
   * @param challenge to be sent back
   */
  record Challenge(String challenge) implements FeishuEvent {}

  /**
   * A user wrote to the app.
   *
   * @param event id of the event, the same when Feishu repeats it
   * @param message id of the message
   * @param text what the user wrote, without mentions of the app
   */
  record Message(String event, String message, String text) implements FeishuEvent {}

  /** Anything else, such as a message of another robot. */
  record Other() implements FeishuEvent {}
}
