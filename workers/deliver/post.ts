// Sends one attempt as a POST and returns its outcome. Never throws.
import { type Dispatcher, request } from 'undici';

export interface Answer {
  outcome: 'delivered' | 'rejected' | 'timeout' | 'unreachable' | 'refused';
  response_status?: number;
  response_body?: string;
  error?: string;
  duration_ms: number;
  /** How many seconds the receiver asks us to wait. */
  retry_after?: number;
}

const timeoutMs = 15_000;
/** How much of an answer is stored in the log. */
const storedBytes = 10_240;

export async function post(
  agent: Dispatcher,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answer> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  // For the whole attempt, from the DNS lookup to the end of the answer.
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal });
    const status = response.statusCode;
    return {
      outcome: status >= 200 && status < 300 ? 'delivered' : 'rejected',
      response_status: status,
      response_body: await beginningOf(response.body),
      retry_after: secondsToWait(response.headers['retry-after']),
      duration_ms: elapsed(),
    };
  } catch (error) {
    return { ...failure(error as NodeJS.ErrnoException), duration_ms: elapsed() };
  }
}

/** The beginning of the body. Only the status decides the outcome, so a broken or endless body is not an error. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop closes the connection.
      if (size >= storedBytes) break;
    }
  } catch {
    // Keep what has arrived.
  }
  // A text in Postgres cannot contain NUL.
  return Buffer.concat(chunks).subarray(0, storedBytes).toString('utf8').replaceAll('\0', '');
}

function failure(error: NodeJS.ErrnoException): Pick<Answer, 'outcome' | 'error'> {
  const code = error.code ?? error.name;
  const text = [code, error.message].filter(Boolean).join(': ').slice(0, 500);
  if (code === 'OUTBOUND_REFUSED') return { outcome: 'refused', error: error.message };
  // The code of AbortSignal.timeout is a legacy number; its name tells what happened.
  if (error.name === 'TimeoutError') return { outcome: 'timeout', error: `no answer within ${timeoutMs / 1000} s` };
  if (/TIMEOUT|ETIMEDOUT/.test(String(code))) return { outcome: 'timeout', error: text };
  return { outcome: 'unreachable', error: text };
}

/** Retry-After contains seconds or a date. */
function secondsToWait(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (!text) return undefined;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 7 * 86_400) : undefined;
}
