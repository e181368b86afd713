# The image of gpu-exporter. In the root of the repository:
#
#   docker build -f deploy/docker/exporter.Dockerfile -t gpu-exporter:0.1.0 .
#
# deploy/images/build.sh makes the same image without Docker, and reads its last stage for that.
FROM maven:3-eclipse-temurin-25 AS build
WORKDIR /source
COPY . .
RUN mvn -B -q -Pruntime package -pl service,exporter -DskipTests

FROM debian:bookworm-slim AS layers
RUN apt-get update
COPY LICENSE /source/
COPY deploy/images/layers.sh /source/deploy/images/
COPY --from=build /source/exporter/target/dist /dist
RUN /source/deploy/images/layers.sh exporter /dist /layers

FROM scratch
COPY --from=layers /layers/1-system /
COPY --from=layers /layers/2-runtime /
COPY --from=layers /layers/3-libraries /
COPY --from=layers /layers/4-program /
LABEL org.opencontainers.image.title="gpu-exporter" \
    org.opencontainers.image.description="Serves what the GPUs of a node do, and who holds them, to Prometheus" \
    org.opencontainers.image.version="0.1.0" \
    org.opencontainers.image.licenses="Apache-2.0"
ENV LANG=C.UTF-8 PATH=/opt/gpu-exporter/bin:/usr/bin:/bin
EXPOSE 9400
USER 65532:65532
WORKDIR /
ENTRYPOINT ["/opt/gpu-exporter/bin/gpu-exporter"]
