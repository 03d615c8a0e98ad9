// Requests that Node's parser refuses before any of our code runs.
import http from 'node:http';
import net from 'node:net';
import test from 'ava';
import { refuseUnreadable } from '../../server/http/unreadable.ts';

let port = 0;
const server = http.createServer((_, response) => {
  response.write('begun ');
});
server.on('clientError', refuseUnreadable);

test.before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as net.AddressInfo).port;
});

test.after.always(() => {
  server.close();
  server.closeAllConnections();
});

/** All that comes back on one connection until the server closes it. */
function send(text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      received += data;
      // The handler has begun its answer: now comes what is no second request.
      if (received.includes('begun')) socket.write('nonsense\r\n\r\n');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test('what is no HTTP, and what is too long, is refused in the envelope', async (t) => {
  for (const [text, status] of [
    ['nonsense\r\n\r\n', 400],
    [`GET /ext/v1/products?search=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: haat.test\r\n\r\n`, 431],
  ] as const) {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
    t.true(head.startsWith(`HTTP/1.1 ${status} `), head);
    const { error } = JSON.parse(body);
    t.is(error.code, 'VALIDATION_ERROR');
    t.true(head.includes(`X-Request-Id: ${error.request_id}`));
  }
});

test('an answer that is being sent is broken off, not mixed with another', async (t) => {
  const received = await send('GET / HTTP/1.1\r\nHost: haat.test\r\n\r\n');
  t.true(received.includes('begun'));
  t.false(received.includes('VALIDATION_ERROR'));
});
