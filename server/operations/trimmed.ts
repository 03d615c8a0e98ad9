import type { z } from 'zod';

/**
 * Says in a published schema what zod leaves out: a text that is trimmed before it is measured must hold something
 * other than blanks.
 */
export function sayTrimmed(schema: z.core.$ZodType, published: z.core.JSONSchema.BaseSchema): void {
  const { checks = [] } = schema._zod.def;
  const isTrimmed = checks.some((check) => {
    const { tx } = check._zod.def as { tx?: (text: string) => unknown };
    return tx?.(' ') === '';
  });
  if (isTrimmed && Number(published.minLength) > 0) published.pattern ??= '\\S';
}
