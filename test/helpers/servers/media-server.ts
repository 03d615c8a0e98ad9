// The application's media origin on a free port of this machine, over real HTTP.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../server/app.ts';
import { type MediaStorage, openStorage } from '../../../server/media/storage/index.ts';
import { createLog } from '../../../server/process/log.ts';
import type { MediaStore } from '../../../server/process/settings.ts';
import { fakePool } from '../fake-pool.ts';
import { testSecrets } from '../secrets.ts';

export type MediaServer = {
  /** No slash at the end. */
  mediaUrl: string;
  /** Another instance than the server's own, as in another process. */
  storage: MediaStorage;
  stop(): Promise<void>;
};

export async function startMediaServer(media: MediaStore): Promise<MediaServer> {
  // As the API of tests, it closes no idle connection.
  const server = http.createServer({ keepAliveTimeout: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mediaUrl = `${publicUrl}/media`;
  const app = createApp({
    // The limit for each address is not for media: with this one nothing else would work.
    settings: {
      publicUrl,
      mediaUrl,
      media,
      ipRequestsPerMinute: 0,
      trustedProxies: [],
      outboundAllow: [],
      outboundCa: undefined,
      videoMaxSeconds: 120,
    },
    pool: fakePool(),
    log: createLog('silent'),
    ready: () => true,
    secrets: testSecrets,
  });
  server.on('request', app.callback());
  return {
    mediaUrl,
    storage: openStorage(media, mediaUrl),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
