// Requests to links from users. Redirects are followed by hand, because every step must be an https address that outbound.ts
// checks.
import { type Dispatcher, request } from 'undici';
import { Problem } from '../problems/problem.ts';

const redirects = [301, 302, 303, 307, 308];
const maxRedirects = 3;

type Options = {
  dispatcher: Dispatcher;
  signal: AbortSignal;
  headers: Record<string, string>;
  bodyTimeout?: number;
};

/** Returns the first answer that is not a redirect; `refuse` makes the error for a step that is not allowed. */
export async function getFollowing(
  link: string,
  options: Options,
  refuse: (problem: Problem) => Error,
): Promise<Dispatcher.ResponseData> {
  let url = new URL(link);
  for (let step = 0; step <= maxRedirects; step++) {
    if (url.protocol !== 'https:') throw refuse(new Problem('linkFailed.https'));
    if (url.username || url.password) throw refuse(new Problem('linkFailed.user'));
    const answer = await request(url.href, options);
    const { location } = answer.headers;
    if (!redirects.includes(answer.statusCode) || typeof location !== 'string') return answer;
    discard(answer.body);
    if (!URL.canParse(location, url.href)) throw refuse(new Problem('linkFailed.redirect'));
    url = new URL(location, url.href);
  }
  throw refuse(new Problem('linkFailed.redirects'));
}

/** Closes an answer that is not read. The stream error that this causes is ignored. */
export function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {}).destroy();
}
