// POST /admin/uploads: takes a picture from a browser, as a form or by link, with the session of staff; with
// ?for=attachment, a file for an order, a payment or a purchase. It is checked, limited and stored like one of the API. The
// answer has the id that mutations take; one that no mutation took within a day is deleted.
import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import { ApiError, errorOf, invalid, methodNotAllowed, rateLimited, storageUnavailable } from '../../gate/errors.ts';
import { type Form, readForm } from '../../gate/form.ts';
import { isRepeated } from '../../gate/free-form.ts';
import { slotSeconds } from '../../gate/image-calls.ts';
import { sqlstateOf } from '../../gate/infrastructure-errors.ts';
import { checkInput } from '../../gate/input.ts';
import type { Refusal } from '../../gate/outcome.ts';
import { readBody } from '../../gate/request.ts';
import { maxBytes } from '../../media/images/index.ts';
import type { ImageStore, WantedImage } from '../../media/images/store.ts';
import { StorageUnavailable } from '../../media/storage/index.ts';
import { httpsUrl } from '../../operations/schemas.ts';
import { type Failure, meaningsIn, Problem } from '../../problems/problem.ts';
import type { Branch } from '../branches.ts';
import { telling } from '../requests/meanings.ts';

export const uploadsPath = '/admin/uploads';

const parts = { image: 'image', attachment: 'file' };
type Purpose = keyof typeof parts;
const linkInput = z.strictObject({ source_url: httpsUrl });

export type Uploads = {
  images: ImageStore;
  /** The database of a session that is shown, and its hash. Throws when there is none. */
  homeOf(ctx: Context): Promise<{ tokenHash: Buffer; branch: Pick<Branch, 'pool' | 'shedder'> }>;
};

type Admitted = { lease: string; company_id: string };

export function uploads({ images, homeOf }: Uploads): Middleware {
  const askAt = async <Found>(
    { pool, shedder }: Pick<Branch, 'pool' | 'shedder'>,
    name: string,
    values: unknown[],
  ): Promise<Found> => {
    const places = values.map((_, n) => `$${n + 1}`).join(', ');
    try {
      const query = { name, text: `select internal.${name}(${places}) as found`, values };
      const { rows } = await shedder.run([], () => pool.query<{ found: Found }>(query));
      return rows[0]!.found;
    } catch (error) {
      throw error instanceof ApiError || sqlstateOf(error) === 'XX000'
        ? error
        : errorOf({ sqlstate: sqlstateOf(error) });
    }
  };

  const take = async (ctx: Context) => {
    ctx.state.route = uploadsPath;
    ctx.state.operation = 'upload';
    if (ctx.method !== 'POST') throw methodNotAllowed(ctx.method, 'POST');
    const type = ctx.request.type.trim().toLowerCase();
    const isForm = type === 'multipart/form-data';
    const links = type === 'application/json' ? 1 : 0;
    const purpose = purposeOf(ctx);
    const { tokenHash, branch } = await homeOf(ctx);
    const ask = <Found>(name: string, values: unknown[]) => askAt<Found>(branch, name, values);
    const admitted = await ask<Admitted | Refusal>('admit_upload', [tokenHash, links, slotSeconds, purpose]);
    if (!('lease' in admitted)) throw refused(admitted);
    const { lease, company_id: companyId } = admitted;
    ctx.state.companyId = companyId;
    const keys: string[] = [];
    let form: Form | undefined;
    let kept: object | null = null;
    try {
      form = isForm ? await readForm(ctx.req, new Map([[parts[purpose], maxBytes]])) : undefined;
      const wanted = form ? inForm(form, purpose) : await inBody(ctx, purpose);
      const problems = await images.bringIn([wanted], companyId, keys);
      if (problems) throw invalid(problems);
      kept = await ask<object>('end_upload', [lease, companyId, JSON.stringify(wanted.entry.picture)]);
    } catch (error) {
      throw error instanceof StorageUnavailable ? storageUnavailable() : error;
    } finally {
      await form?.dispose();
      if (!kept) {
        await images.remove(keys);
        await ask('end_upload', [lease, companyId, null]);
      }
    }
    ctx.status = 201;
    ctx.body = kept;
  };

  return async (ctx, next) => {
    if (ctx.path !== uploadsPath) return next();
    try {
      await take(ctx);
    } catch (error) {
      throw telling(error);
    }
  };
}

function refused({ sqlstate, message, retry_after: seconds, ...said }: Refusal & Failure): ApiError {
  const meanings = meaningsIn({ message, ...said });
  return seconds && sqlstate !== 'HT018'
    ? rateLimited(message ?? '', seconds, meanings)
    : errorOf({ sqlstate, message, meanings, retry_after: seconds ?? null });
}

function purposeOf(ctx: Context): Purpose {
  const given = new URLSearchParams(ctx.querystring).get('for') ?? 'image';
  if (!Object.hasOwn(parts, given)) throw invalid({ for: [new Problem('notAllowed.here')] });
  return given as Purpose;
}

const wantedFile = (name: string, purpose: Purpose, from: Pick<WantedImage, 'link' | 'file'>): WantedImage => ({
  entry: {},
  stored: 'picture',
  name,
  maxBytes,
  isAttachment: purpose === 'attachment',
  ...from,
});

function inForm({ fields, files }: Form, purpose: Purpose): WantedImage {
  const part = parts[purpose];
  const others = [...fields.map(([name]) => name), ...files.map((file) => file.part)].filter((name) => name !== part);
  if (others.length > 0)
    throw invalid(Object.fromEntries(others.map((name) => [name, [new Problem('notAllowed.here')]])));
  if (files.length !== 1) throw invalid({ [part]: [files.length === 0 ? new Problem('required') : isRepeated] });
  return wantedFile(part, purpose, { link: '', file: files[0] });
}

async function inBody(ctx: Context, purpose: Purpose): Promise<WantedImage> {
  const { body } = await readBody(ctx, 10_000);
  const checked = checkInput(linkInput, body);
  if ('fields' in checked) throw invalid(checked.fields);
  return wantedFile('source_url', purpose, { link: String(checked.sent.source_url), file: undefined });
}
