// Jobs over REST: their lines come as a file, and their results leave as one. Neither is ever held in memory.
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { aborted, isAborted } from '../gate/aborted.ts';
import { errorOf, unsupportedMediaType } from '../gate/errors.ts';
import { Problems } from '../gate/input.ts';
import { resultLines } from '../gate/job-calls.ts';
import type { Call } from '../gate/outcome.ts';
import type { CallPipeline } from '../gate/pipeline.ts';
import { checkSent, type Request, readIdempotencyKey, readQuery, requireOneKey, typedText } from '../gate/request.ts';
import { readIfMatch } from '../gate/version.ts';
import type { NamedOperation } from '../operations/types.ts';

export const linesType = 'application/x-ndjson';

export const takesFile = (ctx: Context, { job }: NamedOperation): boolean =>
  job === 'create' && ctx.request.type.trim().toLowerCase() === linesType;

/** The query has what a JSON body has besides the lines. The Idempotency-Key is bound to it, and to the bytes of the file. */
export function readJobRequest(ctx: Context, operation: NamedOperation): Request {
  requireOneKey(ctx);
  const idempotencyKey = readIdempotencyKey(ctx, operation);
  readIfMatch(ctx, operation);
  if (!/^(utf-?8)?$/i.test(ctx.request.charset) || (ctx.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw unsupportedMediaType(`Send the lines as ${linesType} in UTF-8, not compressed.`);
  const problems = new Problems();
  const inQuery = { ...operation, input: operation.input.omit({ lines: true }) };
  const asked = typedText(readQuery(ctx.querystring, problems), inQuery.input);
  const { input, sent } = checkSent(inQuery, asked, {}, problems);
  return { input, sent, idempotencyKey, file: bodyOf(ctx) };
}

async function* bodyOf({ req }: Context): AsyncGenerator<Buffer> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw isAborted(req) ? aborted(req) : error;
  } finally {
    // What is not read of a file that is refused; the client would get a broken connection instead of the answer.
    req.resume();
  }
}

/** The first batch was read; each of the others is a call of its own that is not counted. */
export function streamResults(ctx: Context, pipeline: CallPipeline, call: Call, first: string): void {
  ctx.type = linesType;
  ctx.body = Readable.from(batches(pipeline, call, first));
}

async function* batches(pipeline: CallPipeline, call: Call, first: string): AsyncGenerator<string> {
  for (let result = first; ; ) {
    const { text, next } = resultLines(result);
    yield text;
    if (next === null) return;
    const input = JSON.stringify({ ...(JSON.parse(call.input) as object), starting_after: next });
    const answer = await pipeline.callOperation({ ...call, input, cost: 0 });
    // The answer has begun: breaking it off is the only way to say that it is not complete.
    if (answer.outcome.sqlstate !== null) throw errorOf(answer.outcome);
    result = answer.result!;
  }
}
