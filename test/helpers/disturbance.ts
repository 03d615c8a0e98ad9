// Finds races of the pages: HAAT_DISTURB=late:7 holds the answer of each read back for a time drawn from the seed 7;
// HAAT_DISTURB=refused:7 answers the first try of what is asked or changed as a server with too much to do does;
// HAAT_DISTURB=slow:7 makes the pages' scripts take seven times as long; HAAT_DISTURB=pauses:7 lets the test stand still for
// seven seconds after each act. Every file of test/browser has to pass under it: npm test -- test/browser
import type { ExecutionContext } from 'ava';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { unavailable } from '../../server/gate/errors.ts';
import { randomFrom } from './faults.ts';

const [, kind, number] = /^(late|refused|slow|pauses):(\d+)$/.exec(process.env.HAAT_DISTURB ?? '') ?? [];

/** What a page says of an answer 503 is not the page's fault. */
export const isOfDisturbance = (problem: string): boolean => kind === 'refused' && /status of 503/.test(problem);

/** A test takes longer when answers do. */
export function withTime(t: ExecutionContext): void {
  if (!kind) return;
  const { timeout } = t;
  Object.assign(t, { timeout: Object.assign((ms: number) => timeout(ms * 5), timeout) });
}

/** Drawn from the seed, the name of the operation and how often it was asked: the same whatever comes first. */
function drawer() {
  const times = new Map<string, number>();
  return (name: string): number => {
    const n = (times.get(name) ?? 0) + 1;
    times.set(name, n);
    let mixed = Number(number) * 1000 + n;
    for (const letter of name) mixed = Math.imul(mixed, 31) + letter.charCodeAt(0);
    return randomFrom(mixed)();
  };
}

/** What they give is shown once: an answer that was lost is told of, and lost. */
const shownOnce = /createApiKey|rotateApiKey|createWebhookEndpoint|rotateWebhookSecret/;

/** Two seconds at most, and four now and then. */
const holdMs = (drawn: number) => (drawn > 0.9 ? 4000 : Math.round((drawn / 0.9) * 2000));

/** How long a test stands still after each act, in milliseconds. */
export const pauseMs = kind === 'pauses' ? Number(number) * 1000 : 0;

export async function disturb(context: BrowserContext, url: string): Promise<void> {
  if (!kind || kind === 'pauses') return;
  if (kind === 'slow') {
    context.on('page', (page) => void slowDown(page, Number(number)));
    return;
  }
  const draw = drawer();
  const tried = new Set<string>();
  const answer = async (route: Route) => {
    const sent = route.request().postData() ?? '';
    const { query } = JSON.parse(sent) as { query: string };
    const [, type, name] = /^\s*(query|mutation)\s*(\w*)/.exec(query) ?? [];
    const drawn = draw(name ?? '');
    if (kind === 'late') return type === 'query' ? hold(route, holdMs(drawn)) : route.continue();
    const key = route.request().headers()['idempotency-key'];
    // Passwords and codes have no key: their sender is told, and tries again.
    if (type === 'mutation' && !key) return route.continue();
    const act = key ?? sent;
    if (tried.has(act)) return route.continue();
    tried.add(act);
    // Half of what is changed is changed, and only the answer is lost.
    if (type === 'mutation' && drawn < 0.5 && !shownOnce.test(sent)) await route.fetch();
    await refuse(route);
  };
  // A page may be closed while its answer is held.
  await context.route(`${url}/admin/graphql`, (route) => answer(route).catch(() => {}));
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function hold(route: Route, ms: number): Promise<void> {
  const response = await route.fetch();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await route.fulfill({ response });
}

async function refuse(route: Route): Promise<void> {
  const { status, code, message, headers } = unavailable();
  await route.fulfill({
    status,
    headers,
    contentType: 'application/json',
    body: JSON.stringify({ errors: [{ message, extensions: { code, request_id: 'disturbed' } }] }),
  });
}
