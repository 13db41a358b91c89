package dev.faultbook.server.signin;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who signs in. Providers are the settings below {@code spring.security.oauth2.client}.
 *
 * @param users path of the file of users; blank if there is none
 * @param reading whether pages and diagnoses are for people who signed in, and programs with a key
 * @param claim the claim of a provider that lists the groups of a person
 * @param curators groups, and e-mail addresses that the provider verified, of curators
 * @param operators the same of operators
 */
@ConfigurationProperties("faultbook.sign-in")
record SignInSettings(
    @DefaultValue("") String users,
    @DefaultValue("false") boolean reading,
    @DefaultValue("groups") String claim,
    @DefaultValue List<String> curators,
    @DefaultValue List<String> operators) {}
