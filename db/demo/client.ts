// What the loader asks of the database: to act as any member of a company, at any moment of the past.
import type pg from 'pg';
import { permissions } from '../permissions.ts';

/** A client inside the loading transaction. */
export type DemoClient = {
  query: pg.Client['query'];
  /** The answer of one function. */
  ask<Answer = unknown>(functionName: string, ...values: unknown[]): Promise<Answer>;
  /** Inserts rows named by column into a table of app; gives their ids in the same order. */
  insert(table: string, rows: readonly object[]): Promise<string[]>;
  /** Enters a company's fence as one of its people, with every permission, or as the system. */
  actAs(companyId: string, actor: { id: string; name: string } | null): Promise<void>;
  /** Gathers statistics of our tables, as autovacuum does of a living shop. */
  analyze(): Promise<void>;
  /** Turns the clock of business rules to a moment. */
  goTo(moment: Date): Promise<void>;
};

export function demoClient(client: pg.Client): DemoClient {
  const query = client.query.bind(client) as pg.Client['query'];
  let tables: string | undefined;
  return {
    query,
    async ask(functionName, ...values) {
      const parameters = values.map((_, n) => `$${n + 1}`).join(', ');
      return (await query(`select ${functionName}(${parameters}) as answer`, values)).rows[0].answer;
    },
    async insert(table, rows) {
      if (!rows[0]) return [];
      const columns = Object.keys(rows[0]).join(', ');
      const made = await query(
        `insert into app.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::app.${table}, $1)
         returning id`,
        [JSON.stringify(rows)],
      );
      return made.rows.map((row) => row.id);
    },
    async actAs(companyId, actor) {
      await query('select internal.act_as($1, $2, $3, $4, $5)', [
        companyId,
        actor?.name ?? 'System',
        actor ? 'staff' : 'system',
        actor?.id ?? null,
        permissions,
      ]);
    },
    async analyze() {
      tables ??= (
        await query(`select string_agg(oid::regclass::text, ', ') as names from pg_catalog.pg_class
          where relnamespace = 'app'::regnamespace and relkind = 'r'`)
      ).rows[0].names;
      await query(`analyze ${tables}`);
    },
    async goTo(moment) {
      await query(`select set_config('haat.clock_offset', $1, true)`, [
        `${moment.getTime() - Date.now()} milliseconds`,
      ]);
    },
  };
}
