// A server that answers as it is told, one answer after the other, and keeps what it was asked.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** 'broken': the connection is lost instead. */
export type Scripted = { status: number; headers?: Record<string, string>; body?: object } | 'broken';
export type Asked = { method: string; url: string; key: string | undefined; body: string };

/** After the last answer every connection is lost. */
export async function scripted(t: { teardown(work: () => void): void }, ...answers: Scripted[]) {
  const asked: Asked[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const answer = answers[asked.length];
    const key = request.headers['idempotency-key'] as string | undefined;
    asked.push({ method: request.method!, url: request.url!, key, body });
    if (!answer || answer === 'broken') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
