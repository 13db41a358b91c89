package dev.faultbook.api;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Adds the problems that any call can end in to the calls that do not name them. */
final class DocumentedErrors implements OpenApiCustomizer {
  private static final String PROBLEM = "application/problem+json";

  @Override
  public void customise(OpenAPI document) {
    document
        .getPaths()
        .forEach(
            (path, item) ->
                item.readOperations()
                    .forEach(
                        operation -> {
                          add(operation, "400", "A parameter or the body is not what it must be.");
                          if (path.contains("{")) {
                            add(operation, "404", "There is no such thing.");
                          }
                          add(operation, "406", "The client accepts no form of the answer.");
                          if (operation.getRequestBody() != null) {
                            add(operation, "415", "The type of the body is not known.");
                          }
                          add(operation, "default", "Something else went wrong.");
                        }));
  }

  private static void add(Operation operation, String status, String description) {
    if (operation.getResponses().containsKey(status)) {
      return;
    }
    Schema<?> problem = new Schema<>().$ref("#/components/schemas/ProblemDetail");
    operation
        .getResponses()
        .addApiResponse(
            status,
            new ApiResponse()
                .description(description)
                .content(new Content().addMediaType(PROBLEM, new MediaType().schema(problem))));
  }
}
