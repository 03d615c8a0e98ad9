// Names for the schemas of requests and answers, so that generated clients have named types.
import { z } from 'zod';
import type { Operation } from '../operations/types.ts';

export type NamedSchemas = {
  named: Record<string, z.ZodType>;
  body(operation: string): z.ZodObject | undefined;
  form(operation: string): z.ZodObject | undefined;
  answer(operation: string): z.ZodType;
};

/** The error object of every error. */
export const errorEnvelope = z
  .object({
    error: z.object({
      code: z.string().describe('Stable; branch on it. An open set.'),
      message: z.string().describe('For people; may be reworded. Never parse it.'),
      fields: z
        .record(z.string(), z.array(z.unknown()))
        .optional()
        .describe('Field name (nested: `items.0.quantity`) to its problems.'),
      request_id: z.string().describe('Name it when you ask for help. A replay shows the one of the first answer.'),
    }),
  })
  .describe('Every failure has this shape.');

export const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

export const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

export function componentSchemas(operations: Record<string, Operation>): NamedSchemas {
  const named: Record<string, z.ZodType> = { Error: errorEnvelope };
  const bodies = new Map<string, z.ZodObject>();
  const forms = new Map<string, z.ZodObject>();
  const answers = new Map<string, z.ZodType>();
  for (const [name, operation] of Object.entries(operations)) {
    const body = bodyOf(operation);
    if (body) {
      bodies.set(name, body);
      named[`${pascal(name)}Request`] = body;
      const form = formOf(operation, body);
      if (form) {
        forms.set(name, form);
        named[`${pascal(name)}Form`] = form;
      }
    }
    answers.set(name, operation.output);
    // A resource has its own name; a page of it or a small answer is named after its operation.
    if (operation.output.meta()?.id === undefined) named[`${pascal(name)}Response`] = operation.output;
  }
  return {
    named,
    body: (name) => bodies.get(name),
    form: (name) => forms.get(name),
    answer: (name) => answers.get(name)!,
  };
}

/** The input without its path parameters. A DELETE has no body: its `store_id` is in the query. */
function bodyOf({ method, path, input }: Operation): z.ZodObject | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const inPath = pathParameters(path);
  return z.strictObject(Object.fromEntries(Object.entries(input.shape).filter(([name]) => !inPath.includes(name))));
}

/** The same as a multipart form, where images may come as parts. */
function formOf({ images = [] }: Operation, body: z.ZodObject): z.ZodObject | undefined {
  const parts = images.filter(({ part }) => part !== undefined);
  if (parts.length === 0) return undefined;
  const file = (orPdf = '') =>
    z.string().meta({ format: 'binary', description: `PNG, JPEG, WebP or GIF${orPdf}, at most 10 MB.` });
  const shape: Record<string, z.ZodType> = { ...body.shape } as Record<string, z.ZodType>;
  for (const { part, list, link, isAttachment } of parts) {
    if (list) delete shape[list];
    // The file stands for its link.
    else shape[link] = shape[link]!.optional();
    shape[part!] = list ? z.array(file()).min(1).max(10) : file(isAttachment && ', or a PDF').optional();
  }
  return z.strictObject(shape);
}
