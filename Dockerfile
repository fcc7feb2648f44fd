# Built with BuildKit. What cargo has fetched and compiled is kept between builds in two caches, outside of the image.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
COPY . .
# A file may come with an older date than what was compiled last, as after a change of branch: the workspace's own crates
# are compiled each time, the dependencies only when they change.
RUN --mount=type=cache,id=federation-records-registry,target=/usr/local/cargo/registry \
    --mount=type=cache,id=federation-records-target,target=/build/target,sharing=locked \
    touch src/main.rs src/lib.rs crates/*/src/lib.rs \
 && cargo build --release --locked \
 && cp target/release/federation-records /usr/local/bin/federation-records

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /records --create-home records
COPY --from=build /usr/local/bin/federation-records /usr/local/bin/
USER records
WORKDIR /records
VOLUME /records
ENV LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
# Whether the records can be read and written. The image has no HTTP client; its bash can open a connection.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${LISTEN##*:} && printf 'GET /readyz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r -t 5 line <&3 && [[ $line == *' 200 '* ]]"]
ENTRYPOINT ["federation-records"]
CMD ["serve"]
