// The queries of imports and exports, on a connection inside the fence of a company.

import type { Kind } from './kinds.ts';
import type { Ask, Plan, Room } from './plan.ts';
import type { Page } from './write-file.ts';

/** Runs a statement and gives its only row. */
// biome-ignore lint/suspicious/noExplicitAny: rows are as wide as their query
export type One = (sql: string, values: unknown[]) => Promise<any>;

/** `own`: what every line has that the file does not say, as the location of orders. */
export const planner =
  (one: One, storeId: string, own: object = {}): Ask =>
  async (kind, inputs, planned) => {
    const lines = JSON.stringify(inputs.map((input) => ({ ...input, ...own })));
    const sql = `select coalesce(json_agg(p), '[]') as rows from internal.plan_${kind}`;
    if (kind === 'products') return (await one(`${sql}($1, $2) p`, [storeId, lines])).rows;
    const before = planned && JSON.stringify(await askedOf(planned, one, storeId, lines));
    return (await one(`${sql}($1, $2, $3) p`, [storeId, lines, before])).rows;
  };

/** What the lines can ask of the plan: all of it with each batch would make a long file take the square of its length. */
async function askedOf(planned: Plan, one: One, storeId: string, lines: string): Promise<Record<string, unknown>> {
  const sql = `select coalesce(json_agg(k), '[]') as keys from internal.asked_of_plan($1, $2) k`;
  const keys: string[] = planned.size > 0 ? (await one(sql, [storeId, lines])).keys : [];
  return Object.fromEntries(keys.flatMap((key) => (planned.has(key) ? [[key, planned.get(key)]] : [])));
}

export const pager =
  (one: One, kind: Kind, storeId: string): Page =>
  async (after, most) => {
    const sql = `select coalesce(json_agg(p), '[]') as rows from internal.export_${kind}($1, $2, $3) p`;
    return (await one(sql, [storeId, after, most])).rows;
  };

export const roomFor = (one: One, kind: Kind, storeId: string): Promise<Room> =>
  one('select room::integer, problem from internal.import_room($1, $2)', [storeId, kind]);

export const countOptions = async (one: One, storeId: string): Promise<number> =>
  (await one('select internal.count_options($1) as options', [storeId])).options;
