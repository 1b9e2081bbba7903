# The image is made in two steps, so that npm and what the page is built with stay out of it.
# server/process/image.test.ts runs these lines in a plain folder: keep them as simple as it can read.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm exec --yes --package=npm@11 -- npm ci --omit=dev
COPY . ./
RUN npm run build

FROM debian:bookworm-slim
# PostgreSQL's initdb asks for a user that has a name.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin portico && install --directory --owner=portico --group=portico --mode=700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/inspector ./inspector
COPY --from=build /app/server ./server
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs ./docs
COPY --from=build /app/deploy ./deploy
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PORTICO_DATA=/data
ENV PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 NODE_COMPILE_CACHE=/tmp/node
USER portico
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "deploy/health.mjs"]
CMD ["node", "server/main.ts"]
