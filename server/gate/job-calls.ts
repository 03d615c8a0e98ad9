// The side effects of jobs: the lines of a file are checked one by one while they arrive, and stored in batches, so that no
// file is ever held in memory. What the workers run later is what was checked here. And the results, as clients read them.
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/types.ts';
import { Problem } from '../problems/problem.ts';
import { ApiError, errorOf, fieldsInvalid } from './errors.ts';
import { isRepeated, repeatedNames, textAt } from './free-form.ts';
import type { Gates } from './gate.ts';
import { withCleanHtml } from './html.ts';
import { findImages } from './image-calls.ts';
import { checkInput, freeFormFields, Problems, withStore } from './input.ts';
import { type FileLine, JobFile, linesOf } from './job-file.ts';
import type { Answer, Call, Refusal } from './outcome.ts';
import type { CheckedCall, SideEffects } from './side-effects.ts';
import { expectedUpdatedAt, takeExpected, withVersions } from './version.ts';

/** A batch is stored when it has so many lines, or so many characters. */
const batchLines = 500;
const batchLength = 500_000;

type Asked = { operation: string; on_error: string; store_id?: string; lines?: Record<string, unknown>[] };

/** What the database says of a line; see db/code/internal/jobs/job_results.sql. */
type Result = Pick<Refusal, 'sqlstate' | 'message' | 'fields'> & {
  line: number;
  constraint: string | null;
  result: string | null;
};

type KeyType = NonNullable<CheckedCall['admission']['key']>['type'];

export class JobCalls {
  readonly #gate: Gates;
  readonly #mediaUrl: string;

  constructor(gate: Gates, mediaUrl: string) {
    this.#gate = gate;
    this.#mediaUrl = mediaUrl;
  }

  /** The call without its lines, which are stored before it runs. */
  plan(call: Call): { call: Call; work: SideEffects } {
    const { lines = [], ...asked } = JSON.parse(call.input) as Asked;
    const operation = operations[asked.operation]!;
    const input = JSON.stringify({ ...asked, scopes: operation.scopes });
    const file = call.file && new JobFile(call.file);
    const given = file ? linesOf(file) : inline(lines);
    const run = async ({ found, admission, operate }: CheckedCall): Promise<Answer | Refusal> => {
      const { id: jobId } = JSON.parse(found) as { id: string };
      const check = (line: FileLine) => this.#check(line, operation, asked.store_id, admission.key!.type);
      try {
        const refusal = await this.#store(call, jobId, given, check);
        return refusal ?? (await operate({ job_id: jobId }));
      } catch (problem) {
        if (!(problem instanceof ApiError)) throw problem;
        return { outcome: admission, result: null, problem };
      }
    };
    if (!file) return { call: { ...call, input }, work: { run } };
    const sent = () => ({ ...(call.sent as object), file_sha256: file.digest() });
    return { call: { ...call, input }, work: { run, readFile: () => file.pass(), sent } };
  }

  async #store(
    call: Call,
    jobId: string,
    lines: AsyncIterable<FileLine>,
    check: (line: FileLine) => string,
  ): Promise<Refusal | null> {
    let batch: string[] = [];
    let length = 0;
    const flush = async () => {
      if (batch.length === 0) return null;
      const refusal = await this.#gate.addJobLines(call, jobId, `[${batch.join(',')}]`);
      batch = [];
      length = 0;
      return refusal;
    };
    for await (const line of lines) {
      const checked = check(line);
      batch.push(checked);
      length += checked.length;
      if (batch.length < batchLines && length < batchLength) continue;
      const refusal = await flush();
      if (refusal) return refusal;
    }
    return flush();
  }

  /** A line as internal.add_job_lines takes it, as JSON text: the checked input of its call, or what is wrong with it. */
  #check(line: FileLine, operation: Operation, storeId: string | undefined, keyType: KeyType): string {
    if ('problem' in line) return refused({ body: [line.problem] });
    const { value, text } = line;
    const namesStore = storeId !== undefined && Object.hasOwn(operation.input.shape, 'store_id');
    const sent: Record<string, unknown> = namesStore ? { store_id: storeId, ...value } : value;
    const named = sent.store_id;
    if (namesStore && !(typeof named === 'string' && named.toLowerCase() === storeId.toLowerCase()))
      return refused({ store_id: [new Problem('storeDiffers.job')] });
    const textOf = text === null ? undefined : (field: string) => textAt(text, [field]);
    const { others, versions, problem } = takeExpected(operation, sent);
    const problems = new Problems();
    if (text !== null) {
      const free = freeFormFields(operation.input);
      const isFree = ([field, ...deeper]: string[]) => deeper.length === 0 && free.includes(field!);
      for (const path of repeatedNames(text, value, isFree)) problems.add(path, isRepeated);
    }
    if (problem) problems.add(expectedUpdatedAt, problem);
    const checked = checkInput(operation.input, others, problems, textOf);
    if ('fields' in checked) return refused(withStore(checked.fields, checked.lacksStore, keyType));
    const input = withVersions(withCleanHtml(checked.input, operation, this.#mediaUrl), operation, versions);
    if (!operation.images) return `{"input":${input}}`;
    const withoutLinks = JSON.parse(input) as Record<string, unknown>;
    const images = findImages(operation.images, withoutLinks, []).map(({ stored, link, name, maxBytes }) => ({
      // What is named images.0.url is stored in the first entry of images.
      path: name.split('.').slice(0, -1),
      stored,
      link,
      name,
      max_bytes: maxBytes,
    }));
    return JSON.stringify({ input: withoutLinks, ...(images.length > 0 && { images }) });
  }
}

async function* inline(lines: Record<string, unknown>[]): AsyncGenerator<FileLine> {
  for (const value of lines) yield { value, text: null };
}

/** The names of fields, which the message says too, are the client's, so they may hold what Postgres cannot. */
function refused(problems: Record<string, unknown[]>): string {
  const storable = (name: string) => name.replaceAll('\0', '\ufffd').toWellFormed();
  const fields = Object.fromEntries(Object.entries(problems).map(([name, found]) => [storable(name), found]));
  const message = fieldsInvalid(fields);
  return JSON.stringify({ sqlstate: 'HT008', message, meaning: message.meaning, fields });
}

/** The answer of get_job: the job and its results in one object. */
export function jobWithResults(result: string): string {
  const { job, operation, results } = JSON.parse(result) as { job: object; operation: string; results: Result[] };
  const shown = results.map((one) => shownResult(one, operation)).join(',');
  return `${JSON.stringify(job).slice(0, -1)},"results":[${shown}]}`;
}

/** A batch of list_job_results as NDJSON, and after which line the next one begins. */
export function resultLines(result: string): { text: string; next: number | null } {
  const { operation, results, next } = JSON.parse(result) as {
    operation: string;
    results: Result[];
    next: number | null;
  };
  return { text: results.map((one) => `${shownResult(one, operation)}\n`).join(''), next };
}

/** A document is passed on as it is, without being read. */
function shownResult({ line, result, ...refusal }: Result, name: string): string {
  if (refusal.sqlstate === null) {
    return `{"line":${line},"status":${operations[name]?.status ?? 200},"answer":${result}}`;
  }
  const { status, code, message, fields } = errorOf(refusal);
  return JSON.stringify({ line, status, error: { code, message, ...(fields && { fields }) } });
}
