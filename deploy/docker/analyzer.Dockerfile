# The image of gpu-analyzer. In the root of the repository:
#
#   docker build -f deploy/docker/analyzer.Dockerfile -t gpu-analyzer:0.1.0 .
#
# deploy/images/build.sh makes the same image without Docker, and reads its last stage for that.
FROM maven:3-eclipse-temurin-25 AS build
# The analyzer runs once with its own PostgreSQL, so that its cache knows that too, and PostgreSQL does not run as root.
RUN useradd --create-home builder && install -d -o builder /source
USER builder
WORKDIR /source
COPY --chown=builder . .
RUN mvn -B -q -Pruntime package -pl service,exporter,simulator,analyzer -DskipTests

FROM debian:bookworm-slim AS layers
RUN apt-get update
COPY LICENSE /source/
COPY deploy/images/layers.sh /source/deploy/images/
COPY --from=build /source/analyzer/target/dist /dist
RUN /source/deploy/images/layers.sh analyzer /dist /layers

FROM scratch
COPY --from=layers /layers/1-system /
COPY --from=layers /layers/2-runtime /
COPY --from=layers /layers/3-libraries /
COPY --from=layers /layers/4-program /
COPY --from=layers --chown=65532:65532 /layers/5-data /
LABEL org.opencontainers.image.title="gpu-analyzer" \
    org.opencontainers.image.description="Keeps the books of a fleet of GPUs: every GPU-second in one account" \
    org.opencontainers.image.version="0.1.0" \
    org.opencontainers.image.licenses="Apache-2.0"
ENV LANG=C.UTF-8 PATH=/opt/gpu-analyzer/bin:/usr/bin:/bin GPU_ANALYZER_DATA_DIR=/data GPU_ANALYZER_LISTEN=:8080
EXPOSE 8080
VOLUME /data
USER 65532:65532
WORKDIR /
ENTRYPOINT ["/opt/gpu-analyzer/bin/gpu-analyzer"]
