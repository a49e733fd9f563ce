#!/bin/bash
# Copies the primary into an empty data folder, then follows it. The slot keeps what the replica has not read while it is away.
set -euo pipefail

primary="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator password=$REPLICATION_PASSWORD"
# A copy has this file only once all others are there.
if [ ! -s "$PGDATA/global/pg_control" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  # A copy that was interrupted is begun again, with the slot that it had made.
  find "$PGDATA" -mindepth 1 -delete
  # Bash ignores signals as the first process of a container, unless it is told what to do.
  trap exit INT TERM
  until pg_isready --quiet --dbname="$primary dbname=postgres"; do sleep 1; done
  psql "$primary dbname=postgres" --command \
    "select pg_create_physical_replication_slot('replica') where not exists (select from pg_replication_slots where slot_name = 'replica')"
  pg_basebackup --dbname="$primary" --pgdata="$PGDATA" --checkpoint=fast --slot=replica --write-recovery-conf
fi
exec postgres -c hot_standby=on "$@"
