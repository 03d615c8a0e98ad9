// A receiver of webhooks on this machine, which answers as it is told and keeps what it got.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body, parsed. */
  event: {
    id: string;
    type: string;
    api_version: string;
    created_at: string;
    company_id: string;
    store_id: string;
    sequence: number;
    request_id: string | null;
    data: { object: Record<string, unknown> };
    previous?: Record<string, unknown>;
  };
}

export type Behaviour = (received: Received, response: http.ServerResponse, nth: number) => void;

/** Answers with a status, and headers if there are any. */
export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Never answers. */
export const hang: Behaviour = () => {};

export class Receiver {
  readonly got: Received[] = [];
  count = 0;
  url = '';
  behaviour: Behaviour;
  #server: http.Server;
  #waiting: { count: number; resolve: () => void }[] = [];

  /** One that is to get very much keeps none of it. */
  constructor(behaviour: Behaviour = answer(200), { keeps = true } = {}) {
    this.behaviour = behaviour;
    // As the API of tests, it closes no idle connection.
    this.#server = http.createServer({ keepAliveTimeout: 0 }, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      const headers = request.headers as Record<string, string>;
      const received = { path: request.url!, headers, body, event: JSON.parse(body) };
      if (keeps) this.got.push(received);
      this.count++;
      this.behaviour(received, response, this.count);
      for (const waiting of this.#waiting) if (this.count >= waiting.count) waiting.resolve();
    });
  }

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
    return this;
  }

  /** Resolves when so many requests have come in all. */
  async has(count: number, limitMs = 60_000): Promise<void> {
    if (this.count >= count) return;
    let limit: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>((resolve) => this.#waiting.push({ count, resolve })),
      new Promise((_, reject) => {
        limit = setTimeout(() => reject(new Error(`${this.count} of ${count} requests came`)), limitMs);
      }),
    ]);
    clearTimeout(limit);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Checks a request by the published verifier; throws when the signature is not good. */
export function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers);
}
