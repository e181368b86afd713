package io.gpuledger.analyzer.access.review;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gpuledger.analyzer.access.Reviewer;
import io.gpuledger.analyzer.access.Reviewer.Review.Is;
import io.gpuledger.analyzer.access.Reviewer.Review.No;
import io.gpuledger.analyzer.access.Reviewer.Review.Unsaid;
import io.gpuledger.analyzer.apiserver.ApiServerStatus;
import io.gpuledger.analyzer.apiserver.Right;
import io.gpuledger.service.auth.Token;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;

/// Asks the API server by a TokenReview, each time.
/// https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-review-v1/
public final class TokenReviews implements Reviewer, AutoCloseable {
    private static final String RESOURCE = "tokenreviews";

    /// The API server says whose a token is to those alone who have this right.
    public static final Right RIGHT = new Right(
            "authentication.k8s.io",
            RESOURCE,
            List.of("create"),
            Optional.empty(),
            "tokens of service accounts let nobody in",
            true);

    private static final int PATIENCE_MILLIS = 5_000;

    private final KubernetesClient client;
    private final Optional<String> audience;
    private final ApiServerStatus status;

    TokenReviews(KubernetesClient client, Optional<String> audience, MeterRegistry registry) {
        this.client = client;
        this.audience = audience;
        this.status = new ApiServerStatus("tokens", client.getMasterUrl().toString(), List.of(RESOURCE), registry);
    }

    /// Asks that of the cluster that this runs in, or of the kubeconfig. Somebody waits for the answer, so that it is
    /// asked once, and not for long.
    public static TokenReviews of(Optional<String> audience, MeterRegistry registry) {
        return new TokenReviews(
                new KubernetesClientBuilder()
                        .withConfig(impatient(new ConfigBuilder()).build())
                        .build(),
                audience,
                registry);
    }

    static ConfigBuilder impatient(ConfigBuilder config) {
        return config.withHttp2Disable(true)
                .withConnectionTimeout(PATIENCE_MILLIS)
                .withRequestTimeout(PATIENCE_MILLIS)
                .withRequestRetryBackoffLimit(0);
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // the client throws what it likes, and a failure of any kind is no yes
    public Review of(Token token) {
        try {
            var answer = client.tokenReviews().create(question(token));
            status.answered(RESOURCE);
            return Optional.ofNullable(answer)
                    .flatMap(review -> Optional.ofNullable(review.getStatus()))
                    .map(this::review)
                    .orElseGet(() -> new Unsaid("the API server did not say whose it is"));
        } catch (RuntimeException e) {
            status.failed(RESOURCE, e);
            return new Unsaid("the API server does not say whose it is");
        }
    }

    private TokenReview question(Token token) {
        return new TokenReviewBuilder()
                .withNewSpec()
                .withToken(token.reveal())
                .withAudiences(audience.stream().toList())
                .endSpec()
                .build();
    }

    private Review review(TokenReviewStatus said) {
        var user = Optional.ofNullable(said.getUser());
        var name = user.flatMap(one -> Optional.ofNullable(one.getUsername())).filter(text -> !text.isBlank());
        if (!Boolean.TRUE.equals(said.getAuthenticated()) || name.isEmpty() || !isForUs(said)) {
            return No.NOBODYS;
        }
        return new Is(
                name.get(),
                user.flatMap(one -> Optional.ofNullable(one.getGroups())).orElse(List.of()).stream()
                        .distinct()
                        .toList());
    }

    /// An authenticator that knows of no audiences says none: such a token is for the API server, and may have been
    /// given to anybody for that.
    private boolean isForUs(TokenReviewStatus said) {
        return audience.isEmpty()
                || Optional.ofNullable(said.getAudiences()).orElse(List.of()).contains(audience.get());
    }

    @Override
    public void close() {
        client.close();
    }
}
