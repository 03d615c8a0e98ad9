// What `npm run mutants` changes, on small texts. That mutants are found by the tests is what it measures itself.
import path from 'node:path';
import test from 'ava';
import { longTest } from '../helpers/long.ts';
import { readOutcome } from '../mutants/checkout.ts';
import { Draw } from '../mutants/draw.ts';
import { applyEdit, describe, type Edit, lineOf, type Operator } from '../mutants/edit.ts';
import { findSqlEdits, isOtherSql, readColumns } from '../mutants/sql.ts';
import { findTypeScriptEdits, isOtherTypeScript } from '../mutants/typescript.ts';

const root = path.join(import.meta.dirname, '../..');

const columns = readColumns(`-- Things.
table app.things (
  -- Its id.
  id     uuid not null default uuidv7(),
  height integer not null,
  width  integer,
  name   text not null default 'x',
  constraint things_pkey primary key (id),
);
`);

const inFunction = (body: string) => `-- Takes a < b and gives c = d.
create or replace function internal.f(a integer) returns integer
language plpgsql volatile
set search_path = ''
as $$
begin
${body}
end
$$;
`;

const linesOf = (source: string, edits: Edit[], operator: Operator) => {
  const before = source.split('\n');
  return edits
    .filter((edit) => edit.operator === operator)
    .map((edit) => applyEdit(source, edit))
    .map((after) => after.split('\n').filter((line) => !before.includes(line)))
    .map((lines) => lines.join('\n').trim());
};

/** What becomes of the body, by one kind of change. */
function changedSql(body: string, operator: Operator, name = 'f'): string[] {
  const source = inFunction(body);
  const edits = findSqlEdits(source, name, columns).filter((edit) => isOtherSql(applyEdit(source, edit), source));
  return linesOf(source, edits, operator);
}

const changed = (source: string, operator: Operator) => linesOf(source, findTypeScriptEdits(source), operator);

test('SQL: comparisons are flipped, signs turned', (t) => {
  t.deepEqual(changedSql('return (a < 1)::integer;', 'comparison'), ['return (a <= 1)::integer;']);
  t.deepEqual(changedSql('perform from app.things t where t.id <> x;', 'comparison'), [
    'perform from app.things t where t.id = x;',
  ]);
  // Not what sets, names an argument or reaches into a document.
  t.deepEqual(changedSql("update app.things t set name = x(n => j ->> 'a');", 'comparison'), []);
  t.deepEqual(changedSql('return a + -b;', 'sign'), ['return a - -b;', 'return a + +b;']);
});

test('SQL: a condition goes with all that belongs to it', (t) => {
  const body = `return (select 1 from app.things t where t.height = 1 and (t.width = 2 or t.id = x) order by 1);`;
  t.deepEqual(changedSql(body, 'condition'), [
    'return (select 1 from app.things t where t.height = 1  order by 1);',
    'return (select 1 from app.things t where t.height = 1 and (t.width = 2 ) order by 1);',
  ]);
  t.deepEqual(
    changedSql('return a between 1 and 2 and b is distinct from c and case when d and e then f end;', 'condition'),
    [
      'return a between 1 and 2  and case when d and e then f end;',
      'return a between 1 and 2 and b is distinct from c ;',
      'return a between 1 and 2 and b is distinct from c and case when d  then f end;',
    ],
  );
  t.deepEqual(changedSql('return a and b between 1 and 2;', 'condition'), ['return a ;']);
});

test('SQL: ifs are negated, calls dropped', (t) => {
  const body = 'if a = 1 then\n  perform internal.g(a);\nelsif b then\n  return 1;\nend if;';
  t.deepEqual(changedSql(body, 'negation'), ['if not (a = 1) then', 'elsif not (b) then']);
  t.deepEqual(changedSql(body, 'call'), ['null;']);
});

test('SQL: locks are dropped, of every kind', (t) => {
  const lock = (clause: string) => `perform 1 from app.things t where t.id = x ${clause};`;
  for (const clause of ['for update', 'for no key update of t', 'for share nowait', 'for update of t skip locked'])
    t.deepEqual(changedSql(lock(clause), 'lock'), [lock('')], clause);
  t.deepEqual(changedSql('return substring(a for 2);\nfor v in select 1 loop\nend loop;', 'lock'), []);
});

test('SQL: another column of the type and the table, where the table is known', (t) => {
  t.deepEqual(changedSql('return (select t.height from app.things t);', 'column'), [
    'return (select t.width from app.things t);',
  ]);
  t.deepEqual(changedSql('return (select t.name from app.things t);', 'column'), []);
  t.deepEqual(changedSql('return (select t.height from app.others t);', 'column'), []);
  t.deepEqual(changedSql('return new.height;', 'column', 'tg_things__check'), ['return new.width;']);
});

test('SQL: fences, policies and triggers are dropped whole', (t) => {
  const source = `call internal.install_fence('app.things', 'store');
create policy keep on app.things for update using (true);
create or replace trigger stamp before update on app.things
  for each row execute function internal.tg();
grant select on app.things to haat_api;
`;
  const edits = findSqlEdits(source, 'things', columns).filter(({ operator }) => operator === 'guard');
  t.deepEqual(
    edits.map((edit) => source.slice(edit.start, edit.start + 20)),
    ['call internal.instal', 'create policy keep o', 'create or replace tr'],
  );
  for (const edit of edits) t.is(applyEdit(source, edit).match(/;/g)!.length, 3);
  t.deepEqual(
    findSqlEdits(source, 'things', columns).filter(({ operator }) => operator === 'lock'),
    [],
  );
});

test('SQL: comments and strings stay, whatever letters they have', (t) => {
  const body = `-- দাম: a < b and c\nperform 'é < à and b for update' /* x + y */;\nraise 'a = b';`;
  t.deepEqual(
    findSqlEdits(inFunction(body), 'f', columns)
      .filter((edit) => isOtherSql(applyEdit(inFunction(body), edit), inFunction(body)))
      .map(({ operator }) => operator),
    ['call'],
  );
  t.deepEqual(changedSql('-- দাম\nreturn a < 1;', 'comparison'), ['return a <= 1;']);
});

test('SQL: what does not parse, or says the same, is no mutant', (t) => {
  const source = inFunction('return a < 1;');
  t.true(isOtherSql(inFunction('return a <= 1;'), source));
  t.false(isOtherSql(inFunction('return  a < 1; -- as before'), source));
  t.false(isOtherSql(inFunction('return a < ;'), source));
  t.false(isOtherSql('create or replace functionn f()', source));
});

test('TypeScript: comparisons are flipped, signs turned', (t) => {
  t.deepEqual(changed('const x = a <= b;', 'comparison'), ['const x = a < b;']);
  t.deepEqual(changed('const x = a !== b;', 'comparison'), ['const x = a === b;']);
  t.deepEqual(changed('const x = a + -1;', 'sign'), ['const x = a - -1;', 'const x = a + 1;']);
  t.deepEqual(changed("const x = 'a' + b;", 'sign'), []);
});

test('TypeScript: conditions and calls are dropped, ifs negated', (t) => {
  t.deepEqual(changed('const x = a && b;', 'condition'), ['const x = a;', 'const x = b;']);
  t.deepEqual(changed('if (a) b = 1;', 'negation'), ['if (!(a)) b = 1;']);
  t.deepEqual(changed('const x = a ? 1 : 2;', 'negation'), ['const x = !(a) ? 1 : 2;']);
  t.deepEqual(changed('stop();\nawait end(1);\nconst x = f();', 'call'), [';', ';']);
});

test('TypeScript: comments, strings and types stay', (t) => {
  t.deepEqual(findTypeScriptEdits("/* a < b */ const x: Map<A, B> = 'a && b' as A; // if (a) b()"), []);
  t.deepEqual(findTypeScriptEdits('type A<B> = B extends C ? D : E;\nconst x = `a < b`;'), []);
});

test('TypeScript: what does not parse, or runs the same, is no mutant', (t) => {
  t.true(isOtherTypeScript('f(a < b);', 'f(a <= b);'));
  t.false(isOtherTypeScript('const a: number = 1; // as before', 'const a: string = 1;'));
  t.false(isOtherTypeScript('f(a <);', 'f(a < b);'));
});

test('a change is told by its line, with what stands around it', (t) => {
  const source = 'one();\nreturn height < width;\n';
  const [edit] = findTypeScriptEdits(source).filter(({ operator }) => operator === 'comparison');
  t.is(lineOf(source, edit!), 2);
  t.is(describe(source, edit!), 'return height < width; => return height <= width;');
  const [call] = findTypeScriptEdits(source).filter(({ operator }) => operator === 'call');
  t.is(describe(source, call!), 'one(); => ;');
});

longTest('the same seed gives the same mutants, each once, of all rooms that are asked for', (t) => {
  const keys = (seed: number, room: string) => {
    const draw = new Draw(root, seed, room);
    return Array.from({ length: 12 }, (_, index) => draw.draw(index + 1)).map((mutant) => draw.keyOf(mutant));
  };
  t.deepEqual(keys(1, 'rest'), keys(1, 'rest'));
  t.notDeepEqual(keys(1, 'rest'), keys(2, 'rest'));
  t.is(new Set(keys(1, 'rest')).size, 12);
  t.true(keys(1, 'sql/policies').every((key) => key.startsWith('db/code/policies/')));
  const [first] = keys(1, 'rest');
  t.not(new Draw(root, 1, 'rest').draw(1, (key) => key === first).number, 0);
  const again = new Draw(root, 1, 'rest');
  t.not(again.keyOf(again.draw(1, (key) => key === first)), first);
});

test('what the tests said: which failed, whether the schema was built at all', (t) => {
  const said =
    'Postgres and its template are ready after 1 s\n  ✘ [fail]: sql › slugs › unique Difference\n\nFailed: test/a.test.ts test/b.test.ts\n';
  t.deepEqual(readOutcome(said), {
    built: true,
    failedFiles: ['test/a.test.ts', 'test/b.test.ts'],
    why: 'sql › slugs › unique Difference',
  });
  t.like(readOutcome('error: column does not exist\n\n0 passed, 1 failed'), {
    built: false,
    failedFiles: [],
    why: 'error: column does not exist',
  });
});
