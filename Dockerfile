# syntax=docker/dockerfile:1
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev
# This image has the same Node already, and Litestream for its processor.
RUN rm -rf node_modules/@flydotio node_modules/node-linux-* node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/pipeline.db BACKUP_DIR=/data/backups MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/scripts/start.mjs /app/scripts/build.mjs /app/scripts/runtime.mjs /app/scripts/command.mjs /app/scripts/version.mjs /app/scripts/env-file.mjs ./scripts/
COPY --from=litestream/litestream:0.3.13 /usr/local/bin/litestream /usr/local/bin/
COPY --from=build /app/deploy/litestream.yml /app/deploy/litestream-remote.yml /app/deploy/standby.sh ./deploy/
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "scripts/start.mjs"]
