# Built with BuildKit. What cargo has fetched and compiled is kept between builds in two caches, outside of the image.
FROM rust:1.95-slim-bookworm AS build
# Features of the program, such as otlp
ARG FEATURES=""
WORKDIR /build
# Relocations take a tenth of the room; the loader of this very system, which goes into the image, reads them so.
ENV RUSTFLAGS="-C link-arg=-Wl,-z,pack-relative-relocs"
COPY . .
# A file may come with an older date than what was compiled last, as after a change of branch: the workspace's own crates
# are compiled each time, the dependencies only when they change.
RUN --mount=type=cache,id=federation-records-registry,target=/usr/local/cargo/registry \
    --mount=type=cache,id=federation-records-target,target=/build/target,sharing=locked \
    touch src/main.rs src/lib.rs crates/*/src/lib.rs \
 && cargo build --profile dist --locked --features "$FEATURES" \
 && deploy/image-root target/dist/federation-records /image \
 && mkdir /empty

# Nothing but the program: no shell, no package manager. It writes to /records alone, so the root may be read-only.
FROM scratch
COPY --from=build /image /
COPY --from=build --chown=10001:10001 /empty /records
USER 10001:10001
WORKDIR /records
VOLUME /records
ENV LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
# Whether the records can be read and written.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["/usr/local/bin/federation-records", "health"]
ENTRYPOINT ["/usr/local/bin/federation-records"]
CMD ["serve"]
