import { z } from 'zod';
import { saying } from '../../problems/problem.ts';
import { instant, uuid } from '../schemas.ts';
import type { Composition, Operation } from '../types.ts';

/**
 * What a procedure of staff takes, as data. Its key in the registry is the name of the SQL function `staff.<name>`; the
 * mutation, or the query, has the same name in camelCase.
 */
export type StaffInput = {
  /** Without it the procedure refuses the call, whatever it brings: nothing else is said about the input then. */
  permission: string;
  /** Strict, snake_case, with every limit that needs no database. The procedure checks the rest. */
  input: z.ZodObject;
  /**
   * `body`: the procedure has one argument, the checked input as JSON, and the GraphQL input is made from the schema.
   * `arguments`: it has an argument for each field, of which the GraphQL input is made.
   */
  takes: 'body' | 'arguments';
  /** Those of the arguments that are jsonb with lines: what they take is made from the schema too. */
  json?: readonly string[];
  /** The operation of the API that does the same, where the input is all its own: its images, HTML and links. */
  operation?: Operation | Composition;
  isQuery?: true;
};

/** The fields of an operation that change a record, without those that name it. */
export function changesOf<Shape extends Record<string, z.ZodType>>({ shape }: { shape: Shape }) {
  const { id: _, store_id: __, ...fields } = shape as Record<string, z.ZodType>;
  return fields as Omit<Shape, 'id' | 'store_id'>;
}

export const which = (what: string) => uuid.describe(`Which ${what}.`);

/** What was seen of a record as its `updatedAt`: a change that was not seen is not written over. */
export const seen = instant
  .optional()
  .describe('The `updatedAt` that you read: refused with CONFLICT if the record was changed since.');

export const flag = z.boolean().optional();

/** One of the words of a closed list of the database, of which GraphQL makes an enum. */
export const word = z.string();

/** A text that an empty one clears or leaves out. */
export const remark = (longest = 1000) => z.string().trim().max(longest).optional();

/** A whole number between two others, which a refusal names together. */
export function between(least: number, most: number) {
  const range = saying('outOfRange', { least, most });
  return z.int().min(least, range).max(most, range);
}

/** What staff write for each other. */
export const note = z.string().trim().min(1).max(4000).describe('A remark.');
