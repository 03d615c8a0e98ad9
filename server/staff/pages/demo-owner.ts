// The demo's owner, who signs in by one click where the demo runs on one's own computer. The page gets email and
// password of DATA_DIR/demo.json, which the terminal shows too, and signs in with them like other staff.
//
// No other computer may get them, whether it comes straight, by a proxy on this one, or by the browser of the person
// here (a foreign page; a foreign name that resolves to 127.0.0.1). So it is offered only when
// - the database is the embedded one, which the demo of this folder was loaded into, and this is no production;
// - server, public address, connection and name of the host are all of this machine, and no proxy says that it stands between;
// - and it is answered only to a page of ours.
import fs from 'node:fs';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import type { Settings } from '../../process/settings.ts';

export type DemoSettings = Pick<
  Settings,
  'host' | 'publicUrl' | 'databaseUrl' | 'cells' | 'dataDir' | 'trustedProxies'
>;
type Owner = { email: string; password: string };

/** What proxies add. One that adds nothing and rewrites the host can only run on this machine. */
const ofProxies = /^(x-forwarded|x-real-ip$|x-client-ip$|forwarded$|via$|cf-|true-client-ip$)/;

export class DemoOwner {
  readonly #owner: Owner | undefined;

  constructor(settings: DemoSettings, environment = process.env.NODE_ENV) {
    const isHere =
      environment !== 'production' &&
      settings.databaseUrl === undefined &&
      settings.cells.length === 0 &&
      settings.trustedProxies.length === 0 &&
      isThisMachine(settings.host) &&
      isThisMachine(new URL(settings.publicUrl).hostname);
    this.#owner = isHere ? readOwner(path.join(settings.dataDir, 'demo.json')) : undefined;
  }

  /** The owner, if the request comes from this machine. */
  offeredTo(ctx: Context): Owner | undefined {
    const { remoteAddress = '' } = ctx.req.socket;
    const isProxied = Object.keys(ctx.req.headers).some((name) => ofProxies.test(name));
    return !isProxied && isThisMachine(remoteAddress) && isThisMachine(hostOf(ctx)) ? this.#owner : undefined;
  }

  /** The same, asked by a page of ours: browsers tell of every POST where it comes from. */
  givenTo(ctx: Context): Owner | undefined {
    const site = ctx.get('Sec-Fetch-Site');
    const isOurs = ctx.get('Origin') === `http://${ctx.get('Host')}` && (site === '' || site === 'same-origin');
    return isOurs && ctx.is('application/json') ? this.offeredTo(ctx) : undefined;
  }
}

function hostOf(ctx: Context): string {
  try {
    return new URL(`http://${ctx.get('Host')}`).hostname;
  } catch {
    return '';
  }
}

function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback');
}

function readOwner(file: string): Owner | undefined {
  if (!fs.existsSync(file)) return undefined;
  const { staff } = JSON.parse(fs.readFileSync(file, 'utf8')) as { staff: (Owner & { role: string })[] };
  const owner = staff.find(({ role }) => role === 'owner');
  return owner && { email: owner.email, password: owner.password };
}
