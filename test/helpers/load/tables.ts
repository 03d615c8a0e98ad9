// How tables grow under load.
import type pg from 'pg';

export interface TableSize {
  name: string;
  rows: number;
  dead: number;
  bytes: number;
}

export type Sizes = Map<string, TableSize>;

export async function tableSizes(admin: pg.Pool): Promise<Sizes> {
  const { rows } = await admin.query<TableSize>(
    `select s.schemaname || '.' || s.relname as name, s.n_live_tup::float as rows, s.n_dead_tup::float as dead,
       pg_total_relation_size(s.relid)::float as bytes
     from pg_stat_user_tables s`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

export interface Growth {
  name: string;
  /** Of 1,000 calls. */
  rows: number;
  kilobytes: number;
  /** At the end. */
  dead: number;
}

export function growth(before: Sizes, after: Sizes, calls: number): Growth[] {
  const perThousand = (value: number) => (value * 1000) / calls;
  return [...after.values()]
    .map(({ name, rows, dead, bytes }) => {
      const then = before.get(name);
      return {
        name,
        rows: Math.round(perThousand(rows - (then?.rows ?? 0))),
        kilobytes: Math.round(perThousand(bytes - (then?.bytes ?? 0)) / 1024),
        dead,
      };
    })
    .filter(({ rows, kilobytes }) => rows !== 0 || kilobytes !== 0)
    .sort((a, b) => b.kilobytes - a.kilobytes);
}
