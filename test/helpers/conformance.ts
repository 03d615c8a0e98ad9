// Holds what the service answers to what it publishes: a status and code the document names, a body of the published
// shape, the headers that belong to it. Every response the REST suite sees comes by here.
import { isDeepStrictEqual } from 'node:util';
import { failuresOf } from '../../server/openapi/errors.ts';
import { errorEnvelope } from '../../server/openapi/schemas.ts';
import { operations } from '../../server/operations/index.ts';
import { Router } from '../../server/rest/router.ts';

type Answer = { status: number; headers: Headers; text: string; body: unknown };

const router = new Router(operations);

/** Throws what differs. `path` is relative to /ext/v1. */
export function conform(method: string, path: string, { status, headers, text, body }: Answer): void {
  const operation = router.match(method, path.split('?')[0]!)?.operation;
  if (!operation || method === 'HEAD') return;
  const problem = (what: string) => new Error(`${operation.name} answered ${what}: ${status} ${text.slice(0, 500)}`);
  if (!headers.has('x-request-id')) throw problem('without X-Request-Id');
  if (status === operation.status) {
    // NDJSON has many.
    for (const one of operation.job === 'results' ? text.split('\n').filter(Boolean) : [text]) {
      // What the schema does not name is dropped by it, and so differs. In free-form objects zod drops one name itself.
      const named = JSON.parse(one, (name, value) => (name === '__proto__' ? undefined : value));
      const parsed = operation.output.safeParse(JSON.parse(one));
      if (!parsed.success) throw problem(`what its schema refuses (${parsed.error})`);
      if (!isDeepStrictEqual(parsed.data, named)) throw problem('fields its schema does not name');
    }
    for (const name of ['limit', 'remaining', 'reset']) {
      if (!headers.has(`x-ratelimit-${name}`)) throw problem('without rate headers');
    }
    return;
  }
  if (status === 304) {
    if (!operation.conditional || text !== '' || !headers.has('etag')) throw problem('what it may not leave out');
    if (!headers.has('x-ratelimit-limit')) throw problem('without rate headers');
    return;
  }
  const parsed = errorEnvelope.strict().safeParse(body);
  if (!parsed.success) throw problem('no error envelope');
  const { code, fields } = parsed.data.error;
  if (!failuresOf(operation).get(status)?.includes(code)) throw problem('a code that is not documented for it');
  if (code === 'VALIDATION_ERROR' && !fields) throw problem('a validation error without fields');
  if ((status === 401) === headers.has('x-ratelimit-limit') && (status < 429 || status === 502))
    throw problem('the wrong rate headers');
  if ([429, 503].includes(status) && !headers.has('retry-after')) throw problem('without Retry-After');
}
