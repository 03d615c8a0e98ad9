import type { z } from 'zod';

/**
 * Adds to a published schema a rule that zod does not publish: a text that is trimmed before its length is checked must
 * contain a character that is not a space.
 */
export function sayTrimmed(schema: z.core.$ZodType, published: z.core.JSONSchema.BaseSchema): void {
  const { checks = [] } = schema._zod.def;
  const isTrimmed = checks.some((check) => {
    const { tx } = check._zod.def as { tx?: (text: string) => unknown };
    return tx?.(' ') === '';
  });
  if (isTrimmed && Number(published.minLength) > 0) published.pattern ??= '\\S';
}
