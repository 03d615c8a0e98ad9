import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { Agent } from 'undici';
import { post } from '../../workers/deliver/post.ts';

test('of an answer without an end 10 kB are read, and the connection is cut', async (t) => {
  const server = http.createServer((request, response) => {
    request.resume();
    const send = () => {
      while (!response.destroyed && response.write('x'.repeat(4_096)));
    };
    response.on('drain', send);
    response.writeHead(200);
    send();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent();
  t.teardown(async () => {
    await agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  const closed = new Promise((resolve) => server.on('connection', (socket) => socket.on('close', resolve)));
  const answer = await post(agent, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, '{}');
  t.like(answer, { outcome: 'delivered', response_status: 200 });
  t.is(answer.response_body!.length, 10_240);
  // The agent lives on: only the cut can close the connection.
  await closed;
});
