package dev.faultbook.server;

import dev.faultbook.settings.FaultbookProperties;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Configures the connector for requests and uploads that are refused. */
@Component
class UploadConnector implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {
  /** Most bytes of extensions and trailers of a chunked body, which nothing here reads. */
  private static final int MOST_FRAMING = 256;

  private final FaultbookProperties settings;
  private final StalledBodies stalled;

  UploadConnector(FaultbookProperties settings, StalledBodies stalled) {
    this.settings = settings;
    this.stalled = stalled;
  }

  @Override
  public void customize(ConfigurableTomcatWebServerFactory factory) {
    // A little more than the largest log, for the form around it.
    long most = settings.diagnosis().maxLogSize().toBytes() + 8 * 1024 * 1024;
    factory.addEngineValves(
        new UnreadBodyValve(most, UploadReceiver.rateLimits(settings.http()), stalled));
    factory.addContextCustomizers(
        context -> context.getParent().getPipeline().addValve(new RefusedRequestReport()));
    factory.addConnectorCustomizers(
        connector -> {
          if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            // Not before the upload is admitted; curl waits for it with bodies above 1 MiB.
            http.setContinueResponseTiming("onRead");
            http.setMaxTrailerSize(MOST_FRAMING);
            http.setMaxExtensionSize(MOST_FRAMING);
          }
        });
  }
}
