# One image serves any site; see docs/operating.md for its settings.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs --force \
  && npm prune --omit=dev --no-audit --no-fund \
  && npm sbom --sbom-format=cyclonedx --omit=dev --package-lock-only > build/sbom.cdx.json

FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/build ./build
COPY --from=build --chown=root:root /app/catalogues ./catalogues
COPY --from=build --chown=root:root /app/scripts/commands.mjs /app/scripts/causeboard.mjs ./scripts/
COPY --from=build --chown=root:root /app/scripts/build-steps/first-start.mjs ./scripts/build-steps/
RUN mkdir /data build/compile-cache && chown node:node /data build/compile-cache \
  && chmod +x scripts/causeboard.mjs && ln -s /app/scripts/causeboard.mjs /usr/local/bin/causeboard
USER node
# The same flags as below: code that was compiled with other flags is not used.
RUN ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "--max-old-space-size=256", "--v8-pool-size=1", "scripts/build-steps/first-start.mjs"]
VOLUME /data
EXPOSE 3000
# Not /health/ready: Swarm replaces unhealthy containers, which does not bring the database back, and loses the page cache.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "--max-old-space-size=256", "--v8-pool-size=1", "build/server/bundle/main.mjs"]
