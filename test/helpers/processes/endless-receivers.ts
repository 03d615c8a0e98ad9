// Receivers of webhooks whose answers have no end, in a process of their own: what they write as fast as they can must
// not take the time of the measuring process. Says its port; the path says how it answers.
//   /large   pieces of a megabyte        /small   chunks of one byte, thousands in a packet
//   /slow    a byte a second
import net, { type AddressInfo } from 'node:net';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const pieces: Record<string, { first: string; rest: Buffer; everyMs?: number }> = {
  large: { first: `${head}\r\n`, rest: Buffer.alloc(1_000_000, 'x') },
  small: { first: `${head}Transfer-Encoding: chunked\r\n\r\n`, rest: Buffer.from('1\r\nx\r\n'.repeat(100_000)) },
  slow: { first: `${head}\r\n`, rest: Buffer.from('x'), everyMs: 1_000 },
};

const server = net.createServer((socket) => {
  let timer: NodeJS.Timeout | undefined;
  socket.on('error', () => {});
  socket.on('close', () => clearInterval(timer));
  socket.once('data', (request) => {
    const { first, rest, everyMs } = pieces[/^POST \/(\w+)/.exec(String(request))![1]!]!;
    socket.write(first);
    if (everyMs) {
      timer = setInterval(() => socket.write(rest), everyMs);
      return;
    }
    const write = () => {
      while (!socket.destroyed && socket.write(rest));
    };
    socket.on('drain', write);
    write();
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
