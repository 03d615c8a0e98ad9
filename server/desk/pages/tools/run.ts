// Runs operations that have no types: those of the library and of the explorer.
import { newKey, send } from '../../client.ts';

export type Operated = { query: string; variables?: object; operationName?: string };

const post = (operated: Operated, key?: string) =>
  send('/admin/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    body: JSON.stringify(operated),
  });

/** A mutation has a key of its own at each press. Some take none (of passwords nothing is kept), and are sent without. */
export async function run(operated: Operated): Promise<{ isSignedOut: boolean; answer: unknown }> {
  let response = await post(operated, /\bmutation\b/.test(operated.query) ? newKey() : undefined);
  let text = await response.text();
  // Refused before anything was done.
  if (response.status === 400 && text.includes('"Idempotency-Key"')) {
    response = await post(operated);
    text = await response.text();
  }
  return { isSignedOut: response.status === 401, answer: JSON.parse(text) };
}
