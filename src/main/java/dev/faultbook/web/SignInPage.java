package dev.faultbook.web;

import dev.faultbook.server.OwnSite;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.RefusalReason;
import dev.faultbook.server.RefusedException;
import dev.faultbook.server.signin.SignIn;
import dev.faultbook.server.signin.UserRole;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Where people sign in and out; it does not exist where nobody can. */
@Controller
class SignInPage {
  private final SignIn people;

  SignInPage(SignIn people) {
    this.people = people;
  }

  @GetMapping(SignIn.PATH)
  ModelAndView ask(HttpServletRequest request, HttpServletResponse response) {
    QueryString query = QueryString.of(request);
    boolean failed = query.find("failed").isPresent();
    return page(query.find(SignIn.TO).orElse(null), failed, request, response);
  }

  /** Signs someone in, and leads him to where he wanted to go. */
  @PostMapping(SignIn.PATH)
  @Nullable ModelAndView enter(
      @RequestParam(defaultValue = "") String name,
      @RequestParam(defaultValue = "") String password,
      @RequestParam(name = SignIn.TO, defaultValue = "") String to,
      HttpServletRequest request,
      HttpServletResponse response) {
    OwnSite.requireOwnSite(request);
    if (people.enter(name, password, request, response).isPresent()) {
      return redirect(SignIn.ownPage(to), response);
    }
    ModelAndView page = page(to, true, request, response).addObject("name", name);
    page.setStatus(HttpStatus.UNAUTHORIZED);
    return page;
  }

  @PostMapping("/logout")
  @Nullable ModelAndView leave(HttpServletRequest request, HttpServletResponse response) {
    requireOn();
    OwnSite.requireOwnSite(request);
    people.leave(request, response);
    return redirect(SignIn.PATH, response);
  }

  private static @Nullable ModelAndView redirect(String page, HttpServletResponse response) {
    response.setHeader("Location", page);
    response.setStatus(HttpStatus.SEE_OTHER.value());
    return null;
  }

  private void requireOn() {
    if (!people.isOn()) {
      throw new RefusedException(RefusalReason.PAGE);
    }
  }

  private ModelAndView page(
      @Nullable String to,
      boolean failed,
      HttpServletRequest request,
      HttpServletResponse response) {
    requireOn();
    response.setHeader("Cache-Control", "no-store");
    OwnSite.allowFormOrigin(response);
    Optional<UserRole> role =
        Arrays.stream(UserRole.values())
            .filter(one -> request.isUserInRole(one.name()))
            .reduce((_, higher) -> higher);
    return new ModelAndView("login")
        .addObject("who", request.getRemoteUser())
        .addObject("role", role.map(UserRole::tag).orElse(null))
        .addObject("curator", request.isUserInRole(UserRole.CURATOR.name()))
        .addObject("to", SignIn.ownPage(to))
        .addObject("failed", failed)
        .addObject("passwords", people.takesPasswords())
        .addObject("providers", people.providers());
  }
}
