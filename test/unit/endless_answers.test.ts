import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { Agent } from 'undici';
import { post } from '../../workers/deliver/post.ts';
import { Slots } from '../../workers/deliver/slots.ts';

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

/** A receiver that answers each request with the same bytes, as long as the connection lives. */
async function listen(t: ExecutionContext, first: string, rest = '', timeoutMs?: number) {
  const closed = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => closed.resolve());
    socket.once('data', () => {
      socket.write(first);
      const send = () => {
        while (rest && !socket.destroyed && socket.write(rest));
      };
      socket.on('drain', send);
      send();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent();
  t.teardown(async () => {
    await agent.destroy();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?of=us`;
  return { answer: post(agent, url, { 'x-mine': '1' }, '{}', timeoutMs), closed: closed.promise };
}

test('of an answer in chunks of a byte a thousand are read', async (t) => {
  const { answer, closed } = await listen(
    t,
    'HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\nRetry-After: 7\r\n\r\n',
    '1\r\nx\r\n'.repeat(10_000),
  );
  t.like(await answer, { outcome: 'rejected', response_status: 500, response_body: 'x'.repeat(1_000), retry_after: 7 });
  await closed;
});

test('an answer that breaks off counts by its status, with what has arrived', async (t) => {
  const { answer } = await listen(
    t,
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe\0lo\r\nno chunk\r\n',
  );
  t.like(await answer, { outcome: 'delivered', response_status: 200, response_body: 'helo' });
});

test('what comes before the answer is not the answer, and what is no answer is none', async (t) => {
  const early = await listen(t, 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n');
  t.like(await early.answer, { outcome: 'delivered', response_status: 204, response_body: '' });
  const none = await listen(t, 'SSH-2.0-OpenSSH\r\n');
  t.is((await none.answer).outcome, 'unreachable');
});

test('an answer that does not come is waited for so long and no longer, and the connection is cut', async (t) => {
  const { answer, closed } = await listen(t, '', '', 50);
  t.like(await answer, { outcome: 'timeout', error: 'no answer within 0.05 s' });
  await closed;
});

test('an endpoint always has a slot; further ones are shared by all, and by those of a company', (t) => {
  const slots = new Slots({ all: 12, ofCompany: 8 });
  t.is(slots.take('one', 10, 0), 8, 'no more than one company may have');
  t.is(slots.take('one', 10, 0), 1, 'another endpoint of it has the one that each has');
  t.is(slots.take('one', 9, 1), 0);
  t.is(slots.take('other', 10, 0), 3, 'what is left for all');
  t.is(slots.take('third', 10, 0), 1);
  slots.leave('one', 9);
  t.is(slots.take('third', 9, 1), 7);
  slots.leave('other', 3);
  t.is(slots.take('other', 10, 0), 4);
});
