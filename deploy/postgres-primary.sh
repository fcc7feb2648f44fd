#!/bin/sh
# Run once by the image of PostgreSQL, when it makes the database: the account of the replica, and its slot.
set -eu
password=$(cat "${REPLICATION_PASSWORD_FILE:-/run/secrets/replication_password}")
psql --no-psqlrc --quiet --output=/dev/null --set=ON_ERROR_STOP=1 --set=password="$password" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'password';
SELECT pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replicator samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
