// Damages of the schema, made from the catalog: each object that the release made is dropped, altered, disabled, and given to a
// role that must not have it. Each is refused by Postgres, or named by check_schema. Many at a time, each in a savepoint of one
// transaction that is rolled back: the check names every object by itself.
import type pg from 'pg';

export interface SchemaDamage {
  kind: string;
  object: string;
  act: 'drop' | 'alter' | 'grant' | 'disable';
  /** The first that Postgres accepts is the damage. */
  statements: string[];
  /** The object that the check must name. */
  named: string;
}

/** Without them the check itself cannot run, which is seen too. */
const ofTheCheck = /^internal\.((schema_\w+|release_rows|changed_objects)\(|released_schema\b)/;

const stranger = 'haat_anonymous';

type Acts = Partial<Record<SchemaDamage['act'], string[] | { statements: string[]; named: string }>>;

function actsOn(kind: string, object: string): Acts {
  const [, name = '', on = ''] = /^(.+) on (.+)$/.exec(object) ?? [];
  const own = `${kind} ${object}`;
  const granted = (what: string, statement: string) => ({
    statements: [statement],
    named: `grant ${what} ${object} to ${stranger}`,
  });
  switch (kind) {
    case 'table':
      return {
        drop: [`drop table ${object}`],
        alter: [`alter table ${object} set (fillfactor = 41)`],
        disable: [
          `alter table ${object} disable row level security, no force row level security, set (fillfactor = 41)`,
        ],
        grant: granted('relation', `grant trigger on ${object} to ${stranger}`),
      };
    case 'view':
      return {
        drop: [`drop view ${object}`],
        alter: [`alter view ${object} owner to haat_dba`],
        grant: granted('relation', `grant trigger on ${object} to ${stranger}`),
      };
    case 'sequence':
      return {
        drop: [`drop sequence ${object}`],
        alter: [`alter sequence ${object} increment by 7`],
        grant: granted('relation', `grant update on sequence ${object} to ${stranger}`),
      };
    case 'column': {
      const dot = object.lastIndexOf('.');
      const [table, column] = [object.slice(0, dot), `"${object.slice(dot + 1)}"`];
      const other = `"${object.slice(dot + 1, dot + 50)}_other"`;
      return {
        drop: [`alter table ${table} drop column ${column}`, `alter type ${table} drop attribute ${column}`],
        alter: [
          `alter table ${table} rename column ${column} to ${other}`,
          `alter type ${table} rename attribute ${column} to ${other}`,
        ],
        grant: granted('column', `grant references (${column}) on ${table} to ${stranger}`),
      };
    }
    case 'constraint':
      return {
        drop: [`alter table ${on} drop constraint "${name}"`, `alter domain ${on} drop constraint "${name}"`],
        alter: [
          `alter table ${on} rename constraint "${name}" to "${name.slice(0, 50)}_other"`,
          `alter domain ${on} rename constraint "${name}" to "${name.slice(0, 50)}_other"`,
        ],
      };
    case 'index':
      return { drop: [`drop index ${object}`], alter: [`alter index ${object} set (fillfactor = 41)`] };
    case 'trigger':
      return {
        drop: [`drop trigger "${name}" on ${on}`],
        alter: [`alter trigger "${name}" on ${on} rename to "${name}_other"`],
        disable: [`alter table ${on} disable trigger "${name}"`],
      };
    case 'policy':
      return {
        drop: [`drop policy "${name}" on ${on}`],
        alter: [`alter policy "${name}" on ${on} to public`],
      };
    case 'function':
      return {
        drop: [`drop routine ${object}`],
        alter: [`alter function ${object} cost 41`, `alter procedure ${object} set work_mem = '41MB'`],
        grant: granted('function', `grant execute on routine ${object} to ${stranger}`),
      };
    case 'domain':
      return { drop: [`drop domain ${object}`], alter: [`alter domain ${object} set not null`] };
    case 'type':
      return { drop: [`drop type ${object}`], alter: [`alter type ${object} owner to haat_dba`] };
    case 'schema':
      return {
        drop: [`drop schema ${object}`],
        alter: [`alter schema ${object} owner to haat_dba`],
        grant: granted('schema', `grant create on schema ${object} to ${stranger}`),
      };
    case 'extension':
      return { drop: [`drop extension ${object}`] };
    case 'role':
      return { drop: [`drop role ${object}`], alter: [`alter role ${object} createdb`] };
    case 'membership': {
      const [, role, member] = /^(\S+) granted to (\S+)$/.exec(object)!;
      return {
        drop: [`revoke ${role} from ${member}`],
        alter: [`grant ${role} to ${member} with admin option`],
      };
    }
    case 'grant': {
      const [, what, target, to] = /^(\S+)(?: (.+))? to (\S+)$/.exec(object)!;
      const place = {
        relation: target,
        schema: `schema ${target}`,
        function: `routine ${target}`,
        parameter: `parameter ${target}`,
        language: `language ${target}`,
      }[what!];
      if (what === 'column') {
        const dot = target!.lastIndexOf('.');
        const [table, column] = [target!.slice(0, dot), target!.slice(dot + 1)];
        return { drop: [`revoke all ("${column}") on ${table} from ${to}`] };
      }
      return place ? { drop: [`revoke all on ${place} from ${to}`] } : {};
    }
    case 'row':
    case 'default privileges':
      return {};
    default:
      throw new Error(`no damage is known of ${own}`);
  }
}

export async function schemaDamages(client: pg.ClientBase): Promise<SchemaDamage[]> {
  const { rows } = await client.query<{ kind: string; object: string }>(
    'select kind, object from internal.schema_objects() order by kind, object',
  );
  const known = new Set(rows.map(({ kind, object }) => `${kind} ${object}`));
  return rows
    .filter(({ object }) => !ofTheCheck.test(object))
    .flatMap(({ kind, object }) =>
      Object.entries(actsOn(kind, object)).map(([act, given]) => ({
        kind,
        object,
        act: act as SchemaDamage['act'],
        statements: Array.isArray(given) ? given : given.statements,
        named: Array.isArray(given) ? `${kind} ${object}` : given.named,
      })),
    )
    .filter(({ act, named }) => act !== 'grant' || !known.has(named));
}

/** Does them all, looks once, and takes them back. */
export async function trySchemaDamages(client: pg.ClientBase, damages: SchemaDamage[]) {
  const done: SchemaDamage[] = [];
  let refused = 0;
  await client.query('begin');
  try {
    for (const damage of damages) {
      let isDone = false;
      for (const statement of damage.statements) {
        await client.query('savepoint attempt');
        try {
          await client.query(statement);
          isDone = true;
          break;
        } catch {
          await client.query('rollback to savepoint attempt');
        }
      }
      if (isDone) done.push(damage);
      else refused++;
    }
    const { rows } = await client.query<{ object: string }>('select object from internal.changed_objects()');
    const named = new Set(rows.map(({ object }) => object));
    const unseen = done.filter(
      ({ named: expected, kind, object }) =>
        // What was dropped together with what it stood on is gone as well.
        !named.has(expected) && !named.has(`${kind} ${object}`),
    );
    return { refused, named: done.length - unseen.length, unseen };
  } finally {
    await client.query('rollback');
  }
}
