// Jobs: many calls of one operation, sent at once. Made of the other operations, because a job names one of them.
import { z } from 'zod';
import { byId, id, list, oneOf, pageOf, storeId, timestamp, writeTo } from './schemas.ts';
import type { Operation } from './types.ts';

/** Lines of a job that come within a JSON body or as arguments of a tool; a file of NDJSON may have `maxLines`. */
const maxInlineLines = 500;
export const maxLines = 100_000;

const jobResult = z
  .object({
    line: z.int(),
    status: z.int().describe('HTTP status of the call.'),
    answer: z.unknown().optional(),
    error: z.object({ code: z.string(), message: z.string(), fields: z.unknown().optional() }).optional(),
  })
  .meta({ id: 'JobResult' });

export const job = z
  .object({
    id,
    store_id: id,
    operation: z.string(),
    on_error: z.string(),
    status: oneOf('queued', 'running', 'finished', 'cancelled', 'failed').describe(
      '`finished`: every line ran. `failed`: it stopped before.',
    ),
    actor: z.object({ type: z.string(), id, name: z.string() }),
    line_count: z.int(),
    succeeded_count: z.int(),
    failed_count: z.int(),
    progress: z.int().describe('Percent.'),
    seconds_left: z.int().nullable().describe('An estimate.'),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('`LINE_FAILED` (with `on_error` `stop`), or why the key may not go on.'),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    updated_at: timestamp,
    results: z.array(jobResult).optional(),
  })
  .describe('Many calls of one operation, in order.')
  .meta({ id: 'Job' });

/**
 * Any write can be that of a job, except what has no place there: jobs and exports themselves, payouts, webhook endpoints, and the
 * steps that move the bytes of a video, which belong to one file.
 */
const isForJobs = ({ method, video, links, bulk }: Operation): boolean =>
  method !== 'GET' && bulk !== false && !video && !links;

/** The operations of jobs, for the operations beside them. */
export function jobOperations(others: Record<string, Operation>) {
  const names = Object.keys(others).filter((name) => isForJobs(others[name]!));
  const operation = z.enum(names as [string, ...string[]]).describe('What each line does.');
  const statuses = z.enum(['queued', 'running', 'finished', 'cancelled', 'failed']);
  return {
    create_job: {
      method: 'POST',
      path: '/jobs',
      scopes: [],
      summary: 'Start a job',
      description: `Runs one operation many times in the background: each line is one input of it, as its tool takes it (ids of the path included), and goes through the same checks, rules and events as a single call. Send up to ${maxLines} lines (20 MB) as \`application/x-ndjson\`, one JSON object a line, with \`operation\`, \`on_error\` and \`store_id\` in the query; or up to ${maxInlineLines} as \`lines\` of a JSON body. It needs the scopes of the operation. The job counts as one write; its lines count against the plan's lines a day, a batch as its own lines, not against the writes of the minute. A line that is wrong is an error of that line. A file that is no text in UTF-8, too long, or has a line over 1 MB is refused as a whole, and nothing runs. Lines run in the order sent, each once, as long as the key is good; jobs run side by side. An \`Idempotency-Key\` of NDJSON covers the query and the length of the body.`,
      input: z.strictObject({
        operation,
        on_error: z.enum(['continue', 'stop']).default('continue').describe('After a refused line.'),
        store_id: storeId.optional().describe('Required with a company key.'),
        lines: z
          .array(z.record(z.string(), z.unknown()))
          .min(1)
          .max(maxInlineLines)
          .describe('Inputs of the operation.'),
      }),
      output: job,
      status: 202,
      idempotency: 'required',
      cost: 1,
      errors: ['NOT_FOUND', 'PLAN_LIMIT_REACHED'],
      job: 'create',
      tool: {
        title: 'Start a job',
        description: `Runs one operation up to ${maxInlineLines} times in the background; \`lines\` are inputs of its tool. Then \`get_job\`.`,
        hints: { destructive: true, idempotent: false, openWorld: true },
      },
    },
    list_jobs: {
      method: 'GET',
      path: '/jobs',
      scopes: [],
      summary: 'List jobs',
      description:
        'Jobs of the last 30 days, newest first: those whose operation the key may call itself, whoever sent them.',
      input: pageOf({
        status: statuses.optional().describe('Jobs of this status.'),
        operation: operation.optional().describe('Jobs of this operation.'),
      }),
      output: list(job),
      status: 200,
      cost: 1,
      errors: ['NOT_FOUND'],
      tool: null,
    },
    get_job: {
      method: 'GET',
      path: '/jobs/{id}',
      scopes: [],
      summary: 'Read a job',
      description:
        'A job with its progress and 25 of its results: the refused lines unless asked otherwise. All results are at `/jobs/{id}/results`.',
      input: byId('job').extend({
        results: z.enum(['none', 'refused', 'all']).default('refused').describe('Which to show.'),
        results_after: z.int().min(0).default(0).describe('After this line.'),
      }),
      output: job,
      status: 200,
      cost: 1,
      conditional: true,
      errors: ['NOT_FOUND'],
      job: 'read',
      tool: {
        title: 'Read a job',
        description: 'Progress (ask again after `seconds_left`) and 25 results.',
        hints: { destructive: false, idempotent: true, openWorld: false },
      },
    },
    list_job_results: {
      method: 'GET',
      path: '/jobs/{id}/results',
      scopes: [],
      summary: 'Read the results of a job',
      description:
        'What became of the lines that ran, in order, as `application/x-ndjson`: one object a line. Ask again with the last `line` as `starting_after` for those that ran since. Kept 30 days.',
      input: byId('job').extend({
        starting_after: z.int().min(0).default(0).describe('Results after this line.'),
        refused_only: z.boolean().default(false).describe('Only lines that were refused.'),
      }),
      output: jobResult,
      status: 200,
      cost: 1,
      errors: ['NOT_FOUND'],
      job: 'results',
      tool: null,
    },
    cancel_job: {
      method: 'POST',
      path: '/jobs/{id}/cancel',
      scopes: [],
      summary: 'Cancel a job',
      description:
        'Lines that ran stay done; the others do not run. A job that has ended stays as it is, and the call succeeds.',
      input: z.strictObject(writeTo('job')),
      output: job,
      status: 200,
      writes: 'job',
      job: 'cancel',
      idempotency: 'optional',
      cost: 1,
      errors: ['NOT_FOUND'],
      tool: {
        title: 'Cancel a job',
        description: 'What ran stays done; the rest does not run.',
        hints: { destructive: true, idempotent: true, openWorld: false },
      },
    },
  } satisfies Record<string, Operation>;
}
