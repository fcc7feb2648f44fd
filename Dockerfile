# The dependencies are built in a layer of their own, which lasts until Cargo.lock changes.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY crates/rules/Cargo.toml crates/rules/Cargo.toml
COPY crates/swiss/Cargo.toml crates/swiss/Cargo.toml
RUN mkdir -p src benches crates/rules/src crates/rules/benches crates/swiss/src crates/swiss/benches \
 && echo 'fn main() {}' > src/main.rs \
 && touch src/lib.rs benches/certificate.rs benches/championship.rs benches/games.rs benches/ranking.rs benches/search.rs crates/rules/src/lib.rs crates/rules/benches/perft.rs crates/swiss/src/lib.rs crates/swiss/benches/draw.rs \
 && cargo build --release --locked
COPY . .
RUN touch src/main.rs src/lib.rs crates/rules/src/lib.rs crates/swiss/src/lib.rs \
 && cargo build --release --locked

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /records --create-home records
COPY --from=build /build/target/release/federation-records /usr/local/bin/
USER records
WORKDIR /records
VOLUME /records
ENV LISTEN=0.0.0.0:8080
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["federation-records"]
CMD ["serve"]
