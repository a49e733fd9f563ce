# PgBouncer as Debian ships it. The password and the server come from the environment when it starts.
FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends pgbouncer postgresql-client \
  && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/causeboard.ini
USER postgres
EXPOSE 6432
CMD ["/bin/sh", "-c", "umask 077 && printf '\"causeboard\" \"%s\"\\n' \"$DATABASE_PASSWORD\" > /tmp/users.txt && printf '[databases]\\ncauseboard = host=%s port=5432\\n' \"$PRIMARY_HOST\" > /tmp/databases.ini && exec pgbouncer /etc/pgbouncer/causeboard.ini"]
