#!/bin/bash
# Runs once, when the primary's data folder is made. Creates the database, its owner, who is no superuser, and the role that replicas connect as.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set=database_password="$DATABASE_PASSWORD" --set=replication_password="$REPLICATION_PASSWORD" <<'SQL'
create role causeboard login password :'database_password';
create role replicator login replication password :'replication_password';
create database causeboard owner causeboard;
-- The product asks replicas how far they have replayed.
grant pg_monitor to causeboard;
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
