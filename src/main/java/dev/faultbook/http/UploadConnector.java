package dev.faultbook.http;

import dev.faultbook.settings.FaultbookProperties;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Configures the connector for requests and uploads that are refused. */
@Component
class UploadConnector implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {
  private final FaultbookProperties settings;

  UploadConnector(FaultbookProperties settings) {
    this.settings = settings;
  }

  @Override
  public void customize(ConfigurableTomcatWebServerFactory factory) {
    // A little more than the largest log, for the form around it.
    long most = settings.diagnosis().maxLogSize().toBytes() + 8 * 1024 * 1024;
    factory.addEngineValves(new UnreadBodyValve(most, UploadReceiver.rateLimits(settings.http())));
    factory.addContextCustomizers(
        context -> context.getParent().getPipeline().addValve(new RefusedRequestReport()));
    factory.addConnectorCustomizers(
        connector -> {
          if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            // Not before the upload is admitted; curl waits for it with bodies above 1 MiB.
            http.setContinueResponseTiming("onRead");
          }
        });
  }
}
