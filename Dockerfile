# One image for the API, the worker and the migration: the command says which.
FROM node:24-bookworm-slim

# The worker decodes one picture of each video.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*

ENV NODE_ENV=production
WORKDIR /srv/haat

COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force

COPY .gmrc LICENSE ./
COPY db db
COPY server server
COPY workers workers

# Pictures, unless MEDIA_URL leads elsewhere.
RUN mkdir .data && chown node:node .data
VOLUME /srv/haat/.data

USER node
ENV HOST=0.0.0.0 PORT=4000
EXPOSE 4000
STOPSIGNAL SIGTERM
CMD ["node", "server/index.ts", "api"]
