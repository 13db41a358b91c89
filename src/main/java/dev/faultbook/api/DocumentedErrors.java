package dev.faultbook.api;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.http.ProblemDetail;

/**
 * Documents the answer to every error as a problem (RFC 9457), the key that a call may need, and
 * adds errors that any call can have to the calls that do not declare them. A call declares an
 * error of its own only by status and description.
 */
final class DocumentedErrors implements OpenApiCustomizer {
  private static final String PROBLEM = "application/problem+json";
  private static final String KEY = "key";

  @Override
  public void customise(OpenAPI document) {
    ModelConverters.getInstance(true)
        .readAll(ProblemDetail.class)
        .forEach(document.getComponents()::addSchemas);
    document
        .getComponents()
        .addSecuritySchemes(
            KEY, new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
    document
        .addSecurityItem(new SecurityRequirement())
        .addSecurityItem(new SecurityRequirement().addList(KEY))
        .getPaths()
        .forEach(
            (path, item) -> item.readOperations().forEach(operation -> document(path, operation)));
  }

  private static void document(String path, Operation operation) {
    ApiResponses answers = operation.getResponses();
    describeOnce(answers, "400", "A parameter or the body is invalid.");
    if (path.startsWith("/chat/")) {
      describeOnce(answers, "401", "The signature or token is missing, wrong or too old.");
      describeOnce(answers, "404", "The secret of this chat is not set.");
      describeOnce(answers, "413", "The message is larger than 256 KB.");
      describeOnce(answers, "429", "Too many messages at once; see `Retry-After`.");
    }
    describeOnce(answers, "401", "This server wants a key; see /docs/keys.");
    if (path.contains("{")) {
      describeOnce(answers, "404", "The resource does not exist.");
    }
    describeOnce(answers, "406", "The client accepts no available format.");
    if (operation.getRequestBody() != null) {
      describeOnce(answers, "415", "The type of the body is not supported.");
    }
    describeOnce(answers, "default", "Another error.");
    answers.forEach(
        (status, answer) -> {
          if (status.compareTo("400") >= 0) {
            answer.setContent(
                new Content()
                    .addMediaType(
                        PROBLEM,
                        new MediaType()
                            .schema(new Schema<>().$ref("#/components/schemas/ProblemDetail"))));
          }
        });
  }

  private static void describeOnce(ApiResponses answers, String status, String description) {
    answers.computeIfAbsent(status, _ -> new ApiResponse().description(description));
  }
}
