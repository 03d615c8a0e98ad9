// Reads a multipart request into the input of its operation. A form can be large, so it is read only after the pipeline has
// admitted the call.
import type { Context } from 'koa';
import { type Form, readForm } from '../gate/form.ts';
import { isRepeated } from '../gate/free-form.ts';
import { given } from '../gate/given.ts';
import { formLink } from '../gate/image-calls.ts';
import { Problems, type Sent } from '../gate/input.ts';
import type { Answer } from '../gate/outcome.ts';
import type { Caller, CallPipeline } from '../gate/pipeline.ts';
import {
  addStoreId,
  checkSent,
  type FormRequest,
  readIdempotencyKey,
  readQuery,
  requireOneKey,
  typedText,
} from '../gate/request.ts';
import { readIfMatch, withVersions } from '../gate/version.ts';
import { maxBytes } from '../media/images/index.ts';
import type { ImageField, NamedOperation } from '../operations/types.ts';
import { Problem } from '../problems/problem.ts';

const partsOf = ({ images = [] }: NamedOperation) => images.filter(({ part }) => part !== undefined);

export const takesForm = (ctx: Context, operation: NamedOperation) =>
  ctx.request.type.trim().toLowerCase() === 'multipart/form-data' && partsOf(operation).length > 0;

/** Returns the request, or the answer when there is one already. Throws what is wrong with the request, without counting. */
export async function readFormRequest(
  ctx: Context,
  caller: Caller,
  parameters: Record<string, string>,
  pipeline: CallPipeline,
): Promise<FormRequest | Answer> {
  const { operation } = caller;
  requireOneKey(ctx);
  const idempotencyKey = readIdempotencyKey(ctx, operation);
  const versions = readIfMatch(ctx, operation);
  // The key covers the route only: the form is not part of what it is bound to. see: guides/idempotency
  const sent = given(operation.input, parameters) as Sent;
  const place = await pipeline.admitForm({ ...caller, sent, idempotencyKey });
  if ('outcome' in place) return place;
  const { lease } = place;
  let form: Form | undefined;
  const close = async () => {
    await form?.dispose();
    await place.end();
  };
  try {
    const parts = partsOf(operation).map(({ part, maxPartBytes = maxBytes }) => [part!, maxPartBytes] as const);
    form = await readForm(ctx.req, new Map(parts));
    const input = withVersions(inputOf(ctx, operation, parameters, form), operation, versions);
    return { input, sent, idempotencyKey, form: { files: form.files, lease }, close };
  } catch (problem) {
    await close();
    throw problem;
  }
}

function inputOf(ctx: Context, operation: NamedOperation, parameters: Record<string, string>, form: Form): string {
  const problems = new Problems();
  const texts = new Map<string, string>();
  for (const [name, text] of form.fields) {
    // An empty text field counts as not given.
    if (text === '') continue;
    if (texts.has(name)) problems.add(name, isRepeated);
    texts.set(name, text);
  }
  const sent = typedText(texts, operation.input);
  for (const [index, { part }] of form.files.entries()) {
    const field = partsOf(operation).find((candidate) => candidate.part === part);
    if (field) addFile(sent, field, formLink(index), problems);
    else problems.add(part, new Problem('notAllowed.here'));
  }
  addStoreId(sent, readQuery(ctx.querystring, problems), operation.input, problems);
  return checkSent(operation, sent, parameters, problems).input;
}

/** A file is put into the input as an internal link, and is checked and counted like other links. */
function addFile(sent: Sent, { list, link, part }: ImageField, formLink: string, problems: Problems): void {
  if (list) {
    sent[list] = [...((sent[list] as unknown[] | undefined) ?? []), { [link]: formLink }];
  } else if (sent[link] === undefined) {
    sent[link] = formLink;
  } else {
    problems.add(part!, new Problem('once.linkOrFile'));
  }
}
