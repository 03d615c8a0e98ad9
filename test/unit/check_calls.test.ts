import test from 'ava';
import { parse } from 'pgsql-parser';
import { findCallProblems } from '../check/call-problems.ts';
import { readSignatures } from '../check/signatures.ts';

/** A function as it is now, in its file; then what is wrong with the calls of another. */
async function problems(parameters: string, calls: string, caller = 'caller.sql'): Promise<string[]> {
  const declared = `-- Ships.\ncreate or replace ${parameters}`;
  const { stmts = [] } = await parse(declared);
  return findCallProblems(readSignatures('ship.sql', declared, stmts), new Map([[caller, calls]]));
}

const ship = (takes: string, language = "returns void language sql as ''") =>
  `function internal.ship(${takes}) ${language};`;
const now = ship('order_id uuid, note text, silent boolean default false');

test('a call that gives what the function takes is none', async (t) => {
  const calls = `
    select internal.ship(o.id, coalesce(o.note, ''), o.at = any (array[1, 2])), app.ship(1) from app.orders o;
    perform internal.ship(v_id, silent => true, note => 'a, b');
    v_done := internal.ship(v_id, (select note from app.orders where id = v_id limit 1));
    -- internal.ship() is spoken of, and so it is in /* internal.ship(1) */ here
    grant execute on function internal.other(uuid), internal.ship(uuid, text, boolean) to haat_api;`;
  t.deepEqual(await problems(now, calls), []);
});

test('an old call is named with its line and what the function takes now', async (t) => {
  const takes = 'it takes (order_id, note, silent?), see ship.sql:2';
  t.deepEqual(await problems(now, '\nselect internal.ship(id, remark => note)'), [
    `caller.sql:2: internal.ship(1 unnamed, remark =>): has no remark; ${takes}`,
  ]);
  t.deepEqual(await problems(now, 'x := internal.ship(id, note, true, 4);'), [
    `caller.sql:1: internal.ship(4 unnamed): is given 4; ${takes}`,
  ]);
  t.deepEqual(await problems(now, 'if internal.ship(id) then'), [
    `caller.sql:1: internal.ship(1 unnamed): is not given note; ${takes}`,
  ]);
  t.deepEqual(await problems(now, 'perform internal.ship(id, note, order_id => id);'), [
    `caller.sql:1: internal.ship(2 unnamed, order_id =>): is given order_id twice; ${takes}`,
  ]);
  t.deepEqual(await problems(now, 'perform internal.send(id);'), [
    'caller.sql:1: internal.send(1 unnamed): there is no such function',
  ]);
});

test('so it is in the body of a function, a policy, a trigger and a column that is computed', async (t) => {
  const wrong = async (calls: string) => (await problems(now, calls)).length;
  t.is(
    await wrong(
      `create function internal.a() returns void language plpgsql as $$ begin perform internal.ship(1); end $$;`,
    ),
    1,
  );
  t.is(await wrong('create function internal.a() returns void begin atomic select internal.ship(1); end;'), 1);
  t.is(await wrong('create policy a on app.orders using (internal.ship(id));'), 1);
  t.is(await wrong('create view staff.a as select 1 from app.a join app.b on internal.ship(b.id);'), 1);
  t.is(await wrong('alter table app.a add column b text default internal.ship(1);'), 1);
  t.is(await wrong('create trigger a after insert on app.a execute function internal.shipped();'), 1);
  // What a trigger hands over are no arguments.
  t.is(await wrong(`create trigger a after insert on app.a execute function internal.ship('a');`), 0);
  t.is(await wrong('insert into internal.shipments (a) values (1); create index on internal.shipments (a);'), 0);
});

test('of several functions with one name one must take it', async (t) => {
  const several = `${ship('order_id uuid')} create function internal.ship(parcel_id uuid, weight integer) returns void language sql as '';`;
  t.deepEqual(
    await problems(several, 'select internal.ship(1), internal.ship(1, 2), internal.ship(parcel_id => 1, weight => 2)'),
    [],
  );
  const [problem] = await problems(several, 'select internal.ship(order_id => 1, weight => 2)');
  t.regex(problem!, /has no weight; it takes \(order_id\).*; or has no order_id; it takes \(parcel_id, weight\)/);
});

test('variadic takes any number, and an array in their place', async (t) => {
  const variadic = ship('order_id uuid, variadic notes text[]');
  const calls = 'select internal.ship(1), internal.ship(1, 2, 3, 4), internal.ship(1, variadic array[2, 3])';
  t.deepEqual(await problems(variadic, calls), []);
  t.is((await problems(variadic, 'select internal.ship()')).length, 1);
  t.is((await problems(variadic, 'select internal.ship(1, 2, variadic array[3])')).length, 1);
  t.is((await problems(now, 'select internal.ship(1, variadic array[3])')).length, 1);
});

test('what comes out is not given, but to a procedure', async (t) => {
  const out = 'order_id uuid, inout note text, out sent boolean';
  t.deepEqual(await problems(ship(out, "language sql as ''"), 'select internal.ship(1, 2)'), []);
  t.is((await problems(ship(out, "language sql as ''"), 'select internal.ship(1, 2, 3)')).length, 1);
  const procedure = `procedure internal.ship(${out}) language sql as '';`;
  t.deepEqual(await problems(procedure, 'call internal.ship(1, 2, null)'), []);
  t.is((await problems(procedure, 'call internal.ship(1, 2)')).length, 1);
  const table = ship('order_id uuid', "returns table (note text, sent boolean) language sql as ''");
  t.deepEqual(await problems(table, 'select * from internal.ship(1)'), []);
});

test('SQL that is put together is looked through, as far as it can be known', async (t) => {
  const wrong = async (calls: string) => (await problems(now, calls)).length;
  t.is(await wrong(`execute 'select internal.ship($1)' using id;`), 1);
  t.is(await wrong(`execute format('select internal.ship(%L, %L)', a, b);`), 0);
  t.is(await wrong(`execute format('select internal.ship(%L)', a);`), 1);
  t.is(await wrong(`execute format('select internal.ship(%s)', a);`), 0);
  t.is(await wrong(`execute format('select internal.ship(%s, remark => 1)', a);`), 1);
  t.is(await wrong(`execute 'select internal.ship(' || a || ')';`), 0);
  t.is(await wrong(`execute 'select internal.send(' || a || ')';`), 1);
});

test('so are the strings of TypeScript, each at its line', async (t) => {
  // A # stands for a value that is put into a template.
  const typescript = (source: string) => problems(now, source.replaceAll('#', `\${b}`), 'caller.ts');
  t.deepEqual(await typescript('internal.ship(); // internal.ship()\nconst a = "select internal.ship($1, $2)";'), []);
  t.deepEqual(await typescript('const a = `select #\n  from # join internal.ship($1) on true`;'), [
    'caller.ts:2: internal.ship(1 unnamed): is not given note; it takes (order_id, note, silent?), see ship.sql:2',
  ]);
  t.deepEqual(await typescript('const a = `select internal.ship(#)`;'), []);
  t.is((await typescript('const a = `select internal.ship(#, remark => $1)`;')).length, 1);
  t.is((await typescript(`const a = 'select internal.send($1)';`)).length, 1);
  t.deepEqual(
    await typescript('query("create function internal.send() returns void …"); query("select internal.send()");'),
    [],
  );
});
