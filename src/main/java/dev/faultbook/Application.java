package dev.faultbook;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The one entry point of the jar. */
@SpringBootApplication
public class Application {

  /** Starts the web application. */
  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }
}
