// What becomes of a body that is not read because the request was answered before: too large, no permission. Node would read
// and drop all of it, to use the connection again.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Middleware } from 'koa';

/** A rest of this size costs less than a new connection. */
const smallRest = 1_048_576;
/** When the connection closes at once, the client's system throws the answer away: so a little more is read and dropped. */
const lingerMs = 2_000;
const lingerBytes = 8 * 1_048_576;

export const closeUnreadBody: Middleware = async (ctx, next) => {
  await next();
  if (ctx.req.complete || ctx.req.destroyed || hasSmallRest(ctx.req)) return;
  ctx.set('Connection', 'close');
  closeLater(ctx.req.socket);
};

function hasSmallRest({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= smallRest;
}

/** Changes how Node closes the connection after the answer. */
function closeLater(socket: Socket): void {
  socket.destroySoon = () => {
    const mostBytes = socket.bytesRead + lingerBytes;
    const until = performance.now() + lingerMs;
    socket.end();
    const timer = setInterval(() => {
      if (socket.bytesRead > mostBytes || performance.now() > until) socket.destroy();
    }, 10);
    socket.once('close', () => clearInterval(timer));
  };
}
