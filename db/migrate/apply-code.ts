// Applies db/code: functions, views, policies, triggers and grants. Runs after the migrations, in one transaction. Changes
// only what differs between the files and the database. So a start without changes locks no table, and running servers keep
// their plans. Objects without a file are dropped.
//
// The first comment paragraph of a file becomes the comment of its function or view in psql.
//
// Files need no fixed order: a file that another one names is applied first. If that is not possible (a circle), a file that
// fails is tried again after the others.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withClient } from '../connect/connection.ts';
import { type CodeObject, codeSchemas, countState, readCode, readDigests } from './code-catalog.ts';
import { openingComment } from './opening-comment.ts';
import { recordObjects } from './released-schema.ts';

/** The advisory lock that is held while code is applied. */
const applyLock = 4_228_003;

/** An object that the file names does not exist yet, or is ambiguous until an old overload is dropped. */
const tooEarly = ['42883', '42P01', '42704', '42703', '42725'];
/** `create or replace` cannot change the existing object in this way: it must be dropped and created again. */
const otherShape = ['42P13', '42P16', '42809'];
const otherOwner = '42501';
/** A table that a changed policy or trigger needs is locked. Waiting long for the lock would block other queries. */
const inUse = ['55P03', '40P01'];

interface CodeFile {
  unit: string;
  file: string;
  text: string;
  digest: string;
  owner: string;
}

/** A file that could not be applied yet. */
interface Failure {
  file: CodeFile;
  code: string;
  error: Error;
}

/** Returns the units that were created, changed or dropped. */
export async function applyCode(ownerUrl: string, directory = defaultDirectory): Promise<string[]> {
  const files = readFiles(directory);
  return await withClient(ownerUrl, async (client) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(`begin; set local lock_timeout = '3s'; set local search_path = ''`);
        await client.query('select pg_advisory_xact_lock($1)', [applyLock]);
        const changed = await new Application(client, files).run();
        await client.query('commit');
        return changed;
      } catch (error) {
        await client.query('rollback');
        if (!inUse.includes((error as pg.DatabaseError).code ?? '') || attempt === 5) throw error;
      }
    }
  });
}

const defaultDirectory = path.join(import.meta.dirname, '../code');

class Application {
  /** Units whose file or database objects differ from what was applied. */
  private touched = new Set<string>();
  /** Units that have no file. */
  private gone = new Set<string>();
  /** Units that were dropped together with others. */
  private readonly lost = new Set<string>();
  /** Units that were dropped to be created again. Each may be dropped only once. */
  private readonly remade = new Set<string>();
  /** The objects of those units before anything was applied. */
  private before = new Map<string, CodeObject>();
  private readonly client: pg.Client;
  private readonly files: Map<string, CodeFile>;

  constructor(client: pg.Client, files: Map<string, CodeFile>) {
    this.client = client;
    this.files = files;
  }

  async run(): Promise<string[]> {
    const recorded = await this.readRecords();
    const digests = await readDigests(this.client);
    const changed = [...this.files.values()].filter(({ unit, digest }) => {
      const record = recorded.get(unit);
      return record?.file_digest !== digest || record.catalog_digest !== (digests.get(unit) ?? '');
    });
    this.gone = new Set([...digests.keys(), ...recorded.keys()].filter((unit) => !this.files.has(unit)));
    this.touched = new Set(changed.map(({ unit }) => unit));
    if (changed.length === 0 && this.gone.size === 0) return [];

    await this.revokeGrants(await readCode(this.client, [...this.touched, ...this.gone]));
    const before = await readCode(this.client, [...this.touched, ...this.gone]);
    this.before = new Map(before.map((object) => [identity(object), object]));
    await this.applyAll(changed);
    await this.dropLeftOvers();
    // Creates what was dropped together with them.
    await this.applyAll([]);
    await this.buildIndexes();
    await this.record(recorded);
    return [...this.touched, ...this.gone].sort();
  }

  /** Applies files until none is left, including those that were dropped together with others. */
  private async applyAll(files: CodeFile[]): Promise<void> {
    let queue = files;
    for (;;) {
      for (const unit of this.lost) {
        const file = this.files.get(unit);
        if (file && !queue.includes(file)) queue.push(file);
      }
      this.lost.clear();
      if (queue.length === 0) return;
      const early: Failure[] = [];
      const inTheWay: Failure[] = [];
      for (const file of this.inOrder(queue)) {
        const failure = await this.apply(file);
        if (failure) (tooEarly.includes(failure.code) ? early : inTheWay).push(failure);
      }
      if (inTheWay.length > 0) await this.dropInTheWay(inTheWay);
      // An old overload may be the reason.
      else if (early.length === queue.length && !(await this.dropLeftOvers(early.map(({ file }) => file))))
        throw early[0]!.error;
      queue = [...early, ...inTheWay].map(({ file }) => file);
    }
  }

  /** Drops objects that `create or replace` cannot change. All at once, because reading the catalog takes time. */
  private async dropInTheWay(failures: Failure[]): Promise<void> {
    const units = failures.map(({ file }) => file.unit);
    const code = Map.groupBy(await readCode(this.client, units), ({ unit }) => unit);
    const existing = failures.flatMap(({ file, code: sqlstate, error }) => {
      const objects = (code.get(file.unit) ?? []).filter(({ kind }) => kind !== 'grant');
      const isInTheWay = otherShape.includes(sqlstate) || objects.some(({ owner }) => owner !== file.owner);
      if (objects.length === 0 || !isInTheWay || this.remade.has(file.unit)) throw error;
      this.remade.add(file.unit);
      return objects;
    });
    await this.drop(existing);
  }

  /** Drops objects that no file creates any more, except those of `waiting` files. Returns whether there were any. */
  private async dropLeftOvers(waiting: CodeFile[] = []): Promise<boolean> {
    const isLeftOver = (object: CodeObject) => {
      if (object.kind === 'grant' || waiting.some(({ unit }) => unit === object.unit)) return false;
      if (this.gone.has(object.unit)) return true;
      if (!this.touched.has(object.unit)) return false;
      // Replacing a view does not change its row in pg_class, so its version is no sign.
      if (object.kind === 'view') return !makesView.test(this.files.get(object.unit)!.text);
      return this.before.get(identity(object))?.version === object.version;
    };
    const leftOvers = (await readCode(this.client, [...this.touched, ...this.gone])).filter(isLeftOver);
    await this.drop(leftOvers);
    return leftOvers.length > 0;
  }

  /** Applies one file. Returns why it is not possible yet: a missing object, or one of another shape or owner in the way. */
  private async apply(file: CodeFile): Promise<Failure | undefined> {
    try {
      await this.client.query(`savepoint file; ${statements(file)}; release savepoint file`);
      return undefined;
    } catch (error) {
      await this.client.query('rollback to savepoint file');
      const { code = '', message } = error as pg.DatabaseError;
      const named = Object.assign(new Error(`${file.file}: ${message}`, { cause: error }), { code });
      if (![...tooEarly, ...otherShape, otherOwner].includes(code)) throw named;
      return { file, code, error: named };
    }
  }

  /** Drops objects together with the code that depends on them, and records the units of that code. */
  private async drop(objects: CodeObject[]): Promise<void> {
    if (objects.length === 0) return;
    const [digests, state] = [await readDigests(this.client), await countState(this.client)];
    for (const { kind, name, unit, body } of objects) {
      // Not "routine", of which the columns of its rows count too: another overload may take just these.
      const made = body?.startsWith('CREATE OR REPLACE PROCEDURE') ? 'procedure' : kind;
      // Works for every owner of the object, because haat_owner owns the schema.
      await this.client.query(`drop ${made} if exists ${name} cascade`);
      if ((await countState(this.client)) !== state)
        throw new Error(
          `${unit}: a column, default, constraint or index depends on ${name}; a migration must drop or change it first`,
        );
    }
    const left = await readDigests(this.client);
    for (const [unit, digest] of digests) if (left.get(unit) !== digest) this.lost.add(unit);
  }

  /** Rebuilds the indexes that use replaced functions, because they contain results of the old function. */
  private async buildIndexes(): Promise<void> {
    // None stands on what was dropped together with others: `drop` refuses that.
    const replaced = (await readCode(this.client, this.touched)).filter(
      (object) => object.kind === 'function' && this.before.get(identity(object))?.body !== object.body,
    );
    const { rows } = await this.client.query<{ index: string }>(
      `select distinct d.objid::regclass::text as index from pg_depend d join pg_class c on c.oid = d.objid
       where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_proc'::regclass and c.relkind = 'i'
         and d.refobjid = any ($1::regprocedure[])`,
      [replaced.map(({ name }) => name)],
    );
    for (const { index } of rows) await this.client.query(`reindex index ${index}`);
  }

  /** Revokes all grants of touched units, so that a grant without a file does not stay. Column grants too. */
  private async revokeGrants(objects: CodeObject[]): Promise<void> {
    const kinds = { grant: 'table', view: 'table', function: 'routine' } as const;
    const statements = objects.flatMap(({ unit, kind, name, owner }) => {
      if (!this.touched.has(unit) && !(kind === 'grant' && this.gone.has(unit))) return [];
      if (kind === 'policy' || kind === 'trigger' || !roles.includes(owner)) return [];
      const others = roles.filter((role) => role !== owner);
      return `set local role ${owner}; revoke all on ${kinds[kind]} ${name} from public, ${others.join(', ')}`;
    });
    await this.client.query([...statements, 'set local role haat_owner'].join('; '));
  }

  /**
   * A file comes after the files that it names, except in a circle. Files that lock tables come last, so that other
   * queries wait as short as possible.
   */
  private inOrder(files: CodeFile[]): CodeFile[] {
    const waiting = new Map(files.map((file) => [file.unit, file]));
    const ordered: CodeFile[] = [];
    const visit = (file: CodeFile) => {
      waiting.delete(file.unit);
      for (const [, schema, name] of file.text.matchAll(/\b([a-z]+)\.(\w+)/g)) {
        const needed = waiting.get(`${schema}/${name}`);
        if (needed) visit(needed);
      }
      ordered.push(file);
    };
    for (const file of files) if (waiting.has(file.unit)) visit(file);
    const locks = ({ unit }: CodeFile) => /^(policies|triggers)\//.test(unit);
    return [...ordered.filter((file) => !locks(file)), ...ordered.filter(locks)];
  }

  private async readRecords() {
    const { rows } = await this.client.query<{ unit: string; file_digest: string; catalog_digest: string }>(
      'select unit, file_digest, catalog_digest from internal.applied_code',
    );
    return new Map(rows.map((row) => [row.unit, row]));
  }

  private async record(recorded: Awaited<ReturnType<Application['readRecords']>>): Promise<void> {
    const digests = await readDigests(this.client);
    const rows = [...this.files.values()].map(({ unit, digest }) => ({
      unit,
      file_digest: digest,
      catalog_digest: digests.get(unit) ?? '',
    }));
    const stale = [...recorded.keys()].filter((unit) => !this.files.has(unit));
    await this.client.query('delete from internal.applied_code where unit = any ($1)', [stale]);
    await this.client.query(
      `insert into internal.applied_code as c (unit, file_digest, catalog_digest, applied_at)
         select unit, file_digest, catalog_digest, clock_timestamp()
         from json_to_recordset($1) as r (unit text, file_digest text, catalog_digest text)
       on conflict (unit) do update
         set file_digest = excluded.file_digest, catalog_digest = excluded.catalog_digest, applied_at = excluded.applied_at
         where (c.file_digest, c.catalog_digest) is distinct from (excluded.file_digest, excluded.catalog_digest)`,
      [JSON.stringify(rows)],
    );
  }
}

/** All roles that may have grants. */
const roles = ['haat_owner', 'haat_gatekeeper', 'haat_api', 'haat_gateway', 'haat_staff', 'haat_staff_gateway'].concat(
  'haat_anonymous',
  'haat_worker',
  'haat_dba',
);

function identity({ kind, name }: CodeObject): string {
  return `${kind} ${name}`;
}

/** The line `--! owner: <role>` names another owner. That role may create objects only while this file is applied. */
function statements({ unit, text, owner }: CodeFile): string {
  const made = `${text}\n${commentStatement(unit, text)}`;
  if (owner === 'haat_owner') return made;
  const schema = unit.split('/')[0];
  return `grant create on schema ${schema} to ${owner}; set local role ${owner};
    ${made}; set local role haat_owner; revoke create on schema ${schema} from ${owner}`;
}

/** The procedure makes one of the columns that the table has. */
const makesView = /^(create or replace view |call internal\.install_readable\()/m;

/** The opening comment of the file becomes the comment of the function or view. Triggers and policies have none. */
function commentStatement(unit: string, text: string): string {
  const kinds = [...text.matchAll(/^create or replace (view|function|procedure) /gm)].map(([, kind]) => kind);
  if (makesView.test(text)) kinds.push('view');
  const [schema, name] = unit.split('/');
  if (kinds.length === 0 || !codeSchemas.includes(schema!)) return '';
  const comment = pg.escapeLiteral(openingComment(text));
  const ofView = kinds.includes('view') ? `comment on view ${schema}.${name} is ${comment};` : '';
  if (kinds.every((kind) => kind === 'view')) return ofView;
  // An old overload may still exist; it is dropped later. It may not be called a routine, as in `drop`.
  const each = `select oid::regprocedure as made, case prokind when 'p' then 'procedure' else 'function' end as kind
    from pg_catalog.pg_proc
    where pronamespace = '${schema}'::regnamespace and proname = '${name}' and proowner = current_user::regrole`;
  return `${ofView} do ${pg.escapeLiteral(`declare v record; begin
    for v in ${each} loop execute pg_catalog.format('comment on %s %s is %L', v.kind, v.made, ${comment}); end loop; end`)};`;
}

/** All files of db/code, by the object that they create. The folder below the schema does not matter here. */
export function readFiles(directory = defaultDirectory): Map<string, CodeFile> {
  const files = new Map<string, CodeFile>();
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.sql')) continue;
    const unit = `${name.split(path.sep)[0]}/${path.basename(name, '.sql')}`;
    const other = files.get(unit);
    if (other) throw new Error(`${name}: ${other.file} makes the same`);
    const text = fs.readFileSync(path.join(directory, name), 'utf8');
    const owner = /^--! owner: (\w+)$/m.exec(text)?.[1] ?? 'haat_owner';
    files.set(unit, { unit, file: name, text, digest: '', owner });
  }
  for (const file of files.values()) {
    // What a called procedure makes, it makes of its own text too.
    const called = [...file.text.matchAll(/^call (\w+)\.(\w+)/gm)].map(
      ([, schema, name]) => files.get(`${schema}/${name}`)?.text,
    );
    file.digest = createHash('sha256')
      .update([file.text, ...called].join('\n'))
      .digest('hex');
  }
  return files;
}

/** What was changed, for people. */
export function summary(changed: string[]): string {
  if (changed.length === 0) return 'code: nothing has changed';
  return `code: ${changed.length > 20 ? `${changed.length} files applied` : changed.join(', ')}`;
}

// After the migration that is being written was applied (db/cli/migrations.ts).
if (import.meta.main) {
  try {
    console.log(summary(await applyCode(process.env.GM_DBURL!)));
    await recordObjects(process.env.GM_DBURL!, null);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
