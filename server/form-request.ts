// Reads a multipart request into the input of its operation. A form can be large, so whatever refuses the call without
// knowing the form comes first: 401, 403, a full window, the header, a replay, the key's places for pictures.
import type { Context } from 'koa';
import { type Answer, answered, type Gate } from './gate.ts';
import { Problems } from './input.ts';
import { type Form, readForm } from './media/form.ts';
import { type FormPictures, formLink, placeSeconds } from './media/picture-calls.ts';
import { mostBytes } from './media/pictures.ts';
import type { NamedOperation, PictureField } from './operations/types.ts';
import { bucketOf } from './operations/types.ts';
import { addStoreId, checkSent, type Request, readIdempotencyKey, readQuery, type Sent, typedText } from './request.ts';

export type Caller = { keyHash: Buffer; requestId: string };

export type FormRequest = Request & {
  form: FormPictures;
  /** Removes the files of the form and gives the place back. */
  close(): Promise<void>;
};

const partsOf = ({ pictures = [] }: NamedOperation) => pictures.filter(({ part }) => part !== undefined);

export const takesForm = (ctx: Context, operation: NamedOperation) =>
  ctx.request.type.trim().toLowerCase() === 'multipart/form-data' && partsOf(operation).length > 0;

/** Gives the request, or the answer where there is one already. Throws what is wrong with the request, uncounted. */
export async function readFormRequest(
  ctx: Context,
  operation: NamedOperation,
  parameters: Record<string, string>,
  gate: Gate,
  caller: Caller,
): Promise<FormRequest | Answer> {
  const admit = (cost: number) => gate.admitOnly(caller.keyHash, operation.scopes, bucketOf(operation.method), cost);
  // What the call costs is known from the form only: until then it is looked at, and counted when it ends here.
  const window = await admit(0);
  if (window.sqlstate !== null || window.rate?.remaining === 0) {
    const counted = await admit(1);
    if (counted.sqlstate !== null) return { outcome: counted, result: null };
  }
  const idempotencyKey = readIdempotencyKey(ctx, operation);
  // The key covers the route only: the form is not part of what it is bound to. spec: Idempotency 6
  const sent = parameters;
  const replay = idempotencyKey === null ? null : await gate.replay({ ...caller, operation, sent }, idempotencyKey);
  if (replay) return answered(await admit(1), replay.outcome, replay.result);
  const call = { ...caller, operation, idempotencyKey };
  const place = await gate.startImageCall(call, placeSeconds);
  if (!('lease' in place)) return answered(await admit(1), place);
  const { lease } = place;
  let form: Form | undefined;
  const close = async () => {
    await form?.dispose();
    await gate.endImageCall(call, lease);
  };
  try {
    const parts = partsOf(operation).map(({ part, mostPartBytes = mostBytes }) => [part!, mostPartBytes] as const);
    form = await readForm(ctx.req, new Map(parts));
    const input = inputOf(ctx, operation, parameters, form);
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
    if (texts.has(name)) problems.add(name, 'must be given once');
    texts.set(name, text);
  }
  const sent = typedText(texts, operation.input);
  for (const [index, { part }] of form.files.entries()) {
    const field = partsOf(operation).find((candidate) => candidate.part === part);
    if (field) addFile(sent, field, formLink(index), problems);
    else problems.add(part, 'not allowed');
  }
  addStoreId(sent, readQuery(ctx.querystring, problems), operation.input, problems);
  return checkSent(operation, sent, parameters, problems);
}

/** A file stands in the input as a link that names it, and is checked and counted like any other. */
function addFile(sent: Sent, { list, link, part }: PictureField, formLink: string, problems: Problems): void {
  if (list) {
    sent[list] = [...((sent[list] as unknown[] | undefined) ?? []), { [link]: formLink }];
  } else if (sent[link] === undefined) {
    sent[link] = formLink;
  } else {
    problems.add(part!, 'must come once, and by link or as a part, not both');
  }
}
