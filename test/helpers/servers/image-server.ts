// An https server on this machine with a certificate of our own test authority: the other server that links point to.
import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';

const certificates = path.join(import.meta.dirname, '../../fixtures/certificates');
const read = (name: string) => fs.readFileSync(path.join(certificates, name), 'utf8');

/** What OUTBOUND_CA would name. */
export const authority = read('authority.pem');

export type ImageServer = {
  port: number;
  /** Paths asked for so far. */
  asked: string[];
  /** Bytes written to the network so far. */
  written(): number;
  url(path: string, host?: string): string;
  stop(): Promise<void>;
};

export async function startImageServer(handle: RequestListener): Promise<ImageServer> {
  const asked: string[] = [];
  let written = 0;
  // As the API of tests, it closes no idle connection.
  const options = { key: read('server.key'), cert: read('server.pem'), keepAliveTimeout: 0 };
  const server = https.createServer(options, (request, response) => {
    asked.push(request.url!);
    handle(request, response);
  });
  server.on('connection', (socket: Socket) => socket.on('close', () => (written += socket.bytesWritten)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    written: () => written,
    url: (target, host = 'localhost') => `https://${host}:${port}${target}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Drawn = { width?: number; height?: number; colour?: string };

/** A picture of one colour. */
export function drawn(format: 'png' | 'jpeg' | 'webp' | 'gif', options: Drawn = {}): Promise<Buffer> {
  const { width = 40, height = 30, colour = '#c0392b' } = options;
  return sharp({ create: { width, height, channels: 3, background: colour }, limitInputPixels: false })
    .toFormat(format)
    .toBuffer();
}
