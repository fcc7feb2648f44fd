#!/bin/sh
# A replica of PostgreSQL: copied from the primary at its first start, and following it from then on.
set -eu
umask 077
printf '*:*:*:replicator:%s\n' "$(cat "${REPLICATION_PASSWORD_FILE:-/run/secrets/replication_password}")" >/tmp/pgpass
export PGPASSFILE=/tmp/pgpass
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # An attempt that broke off leaves files that are not whole.
  find "$PGDATA" -mindepth 1 -delete
  chmod 700 "$PGDATA"
  pg_basebackup --host="${PRIMARY:-primary}" --port="${PRIMARY_PORT:-5432}" --username=replicator --pgdata="$PGDATA" \
    --wal-method=stream --slot=replica --write-recovery-conf --checkpoint=fast
fi
exec postgres "$@"
