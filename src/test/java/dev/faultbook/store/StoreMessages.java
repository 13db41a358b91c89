package dev.faultbook.store;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Captures what the store logs about its database, until closed. */
final class StoreMessages implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger(Schema.class);
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  StoreMessages() {
    logger.setLevel(Level.INFO);
    appender.start();
    logger.addAppender(appender);
  }

  List<String> texts() {
    return List.copyOf(appender.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(null);
  }
}
