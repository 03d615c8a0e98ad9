import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import test from 'ava';
import { listenAt } from '../../server/http/ports.ts';

const host = '127.0.0.1';

async function open(port = 0) {
  const server = http.createServer((_request, response) => response.end('answer'));
  const drain = await listenAt(server, port, host);
  return { server, drain, port: (server.address() as net.AddressInfo).port };
}

test('a port that another program has is refused, not shared', async (t) => {
  const { port, drain } = await open();
  const error = await t.throwsAsync(open(port));
  t.is((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
  await drain(1000);
  const again = await open(port);
  await again.drain(1000);
});

test('of many new connections several are taken in one turn of the event loop', async (t) => {
  const { server, port, drain } = await open();
  const clients = Array.from({ length: 200 }, () => net.connect(port, host));
  let taken = 0;
  let turns = 0;
  server.on('connection', () => taken++);
  // The clients come while the process works on something else.
  const end = performance.now() + 200;
  while (performance.now() < end);
  for (; taken < clients.length; turns++) await new Promise(setImmediate);
  t.true(turns < clients.length / 3, `${turns} turns`);
  for (const client of clients) client.destroy();
  await drain(1000);
});

test('requests on all the sockets are answered, and none is taken after the drain began', async (t) => {
  const { port, drain } = await open();
  const ask = () =>
    fetch(`http://${host}:${port}/`, { headers: { Connection: 'close' } }).then((answer) => answer.text());
  t.deepEqual(new Set(await Promise.all(Array.from({ length: 40 }, ask))), new Set(['answer']));
  const idle = net.connect(port, host);
  await once(idle, 'connect');
  const closed = once(idle, 'close');
  const drained = drain(1000);
  await t.throwsAsync(ask());
  await drained;
  await closed;
  t.pass();
});
