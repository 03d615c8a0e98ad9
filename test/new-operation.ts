// npm run new -- operation list_gift_cards GET /gift-cards --in brands
// Writes the three files of a new endpoint: the SQL function, its entry in the registry and its test; of a new resource its
// place in the registry too. What they make runs at once, and its test passes: until the function says more it
// answers ids of a table whose records tests can make, and of anything else the store, which stands for it. A tool of
// contributors, so it lies beside the checks; nothing of the service knows of it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const usage = `npm run new -- operation <name> <METHOD> <path> [--in <resource>]
  name      a verb and what it is about: list_gift_cards, archive_brand
  METHOD    GET, POST, PATCH, PUT or DELETE
  path      below /ext/v1, with parameters in braces: /brands/{id}/archive
  --in      a file of server/operations that gets the entry: brands. Unless it is named, that of the first word of the
            path, which is begun where there is none`;

const root = path.join(import.meta.dirname, '..');
const inRoot = (...parts: string[]) => path.join(root, ...parts);

interface Wanted {
  name: string;
  method: string;
  route: string;
  resource: string;
  isRead: boolean;
  isList: boolean;
  /** The parameters of the path. */
  ids: string[];
  /** What the path is about, where its first word is a table of whose records there is a maker: brands. */
  table: keyof typeof makers | undefined;
  /** Nothing of the resource is there yet. */
  isNew: boolean;
  /** One of them, for people: gift card. */
  thing: string;
}

/** How a test makes a record of each table, and what of test/helpers/operations/makers.ts it needs. */
const makers = {
  attributes: "maker.make('create_attribute', { name: 'One' })",
  brands: "maker.make('create_brand', { name: 'One' })",
  categories: "maker.make('create_category', { name: 'One' })",
  customers: 'makeCustomer(maker)',
  orders: 'makeOrder(maker)',
  products: 'makeProduct(maker)',
  videos: 'makeVideo(maker)',
};

/** Of a new resource, until better ones are written: there is none to take them from. */
const firstScopes = { read: "['store:read']", write: "['products:write']" };

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } });
  const [kind, name = '', method = '', route = '', ...rest] = positionals;
  if (kind !== 'operation' || !route || rest.length > 0) throw new Error(usage);
  const wanted = read(name, method, route, values.in);
  if (wanted.isNew) beginResource(wanted);
  const files = [writeFunction(wanted), writeEntry(wanted), writeTest(wanted)];
  if (wanted.isNew) files.push('server/operations/index.ts');
  const biome = inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  execFileSync(process.execPath, [biome, 'check', '--write', ...files.slice(1)], { cwd: root, stdio: 'pipe' });
  console.log(['written:', ...files.map((file) => `  ${file}`), ...whatIsLeft(wanted)].join('\n'));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function read(name: string, method: string, route: string, given: string | undefined): Wanted {
  if (!/^[a-z]+(_[a-z0-9]+)+$/.test(name)) throw new Error(`${name}: a name is a verb and what it is about`);
  if (!/^(GET|POST|PATCH|PUT|DELETE)$/.test(method)) throw new Error(`${method}: no method of HTTP that we use`);
  if (!/^(\/([a-z][a-z0-9-]*|\{[a-z_]+\}))+$/.test(route)) throw new Error(`${route}: no path`);
  const isRead = method === 'GET';
  const isList = name.startsWith('list_');
  if (isList && !isRead) throw new Error(`${name}: a list is a GET`);
  const first = route.split('/')[1]!;
  const resource = given ?? first;
  const registry = fs.readdirSync(inRoot('server/operations')).filter((file) => file.endsWith('.ts'));
  const isNew = !registry.includes(`${resource}.ts`);
  if (isNew && given) throw new Error(`server/operations/${resource}.ts is not there: name a file that is with --in`);
  if (resource === 'jobs') throw new Error('jobs are made of the other operations: name another file with --in');
  if (/^\{|^(index|schemas|types)$/.test(resource)) throw new Error(`${resource}: no name of a resource`);
  for (const file of registry) {
    const text = fs.readFileSync(inRoot('server/operations', file), 'utf8');
    if (new RegExp(`^  ${name}: \\{`, 'm').test(text)) throw new Error(`${name} stands in server/operations/${file}`);
    if (text.includes(`method: '${method}',\n    path: '${route}',`))
      throw new Error(`${method} ${route} stands in server/operations/${file}`);
  }
  const table = first.replaceAll('-', '_');
  return {
    name,
    method,
    route,
    resource,
    isRead,
    isList,
    ids: [...route.matchAll(/\{(\w+)\}/g)].map(([, id]) => id!),
    table: table in makers ? (table as keyof typeof makers) : undefined,
    isNew,
    thing: table.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('_', ' '),
  };
}

/** An empty list of operations, and its place in the registry. */
function beginResource({ resource, thing }: Wanted): void {
  const list = `${camel(thing)}Operations`;
  const text = `import { z } from 'zod';
import { id } from './schemas.ts';
import type { Operation } from './types.ts';

export const ${list} = {
} satisfies Record<string, Operation>;
`;
  fs.writeFileSync(inRoot('server/operations', `${resource}.ts`), text, { flag: 'wx' });
  const file = inRoot('server/operations/index.ts');
  const index = fs
    .readFileSync(file, 'utf8')
    .replace('import type { Operation }', `import { ${list} } from './${resource}.ts';\n$&`)
    .replace(/(const single: [^{]*\{\n(?: {2}\.\.\.\w+,\n)*)/, `$1  ...${list},\n`);
  fs.writeFileSync(file, index);
}

function camel(words: string): string {
  return words.replaceAll(/[ _]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** In the room of schema api where the other operations of the resource lie. */
function writeFunction(wanted: Wanted): string {
  const { name, method, route, isRead, isList, ids, table } = wanted;
  const isPage = isList && table && ids.length === 0;
  const raises = [!isRead && 'HT008 and HT100 for store_id', ids.length > 0 && 'HT100', isRead && 'HT100 (store)'];
  const file = path.join('db/code/api', roomOf(wanted), `${name}.sql`);
  const text = `-- ${method} ${route}.
-- Gives: ${isPage ? 'a page of ids' : isList ? 'the stores' : isOf(wanted) ? 'its id' : 'the store'}.
-- Raises: ${isPage ? 'HT100 (store, cursor)' : raises.filter(Boolean).join(', ')}.
create or replace function api.${name}(input jsonb) returns json
language plpgsql ${isRead ? 'stable' : 'volatile security definer'}
set search_path = ''
as $$
${bodyOf(wanted)}
$$;
grant execute on function api.${name}(jsonb) to haat_api;
`;
  fs.mkdirSync(inRoot(path.dirname(file)), { recursive: true });
  fs.writeFileSync(inRoot(file), text, { flag: 'wx' });
  return file;
}

/** Whether the path names a record of the table. */
function isOf({ table, ids }: Wanted): boolean {
  return table !== undefined && ids[0] === 'id';
}

function roomOf({ resource, isNew }: Wanted): string {
  if (isNew) return resource.replaceAll('-', '_');
  const names = entriesOf(resource).map(([, name]) => `${name}.sql`);
  const files = fs.readdirSync(inRoot('db/code/api'), { recursive: true, encoding: 'utf8' });
  const room = files.find((file) => names.includes(path.basename(file)));
  if (!room) throw new Error(`no operation of server/operations/${resource}.ts has a file in db/code/api`);
  return path.dirname(room);
}

function entriesOf(resource: string): RegExpMatchArray[] {
  const text = fs.readFileSync(inRoot('server/operations', `${resource}.ts`), 'utf8');
  return [...text.matchAll(/^ {2}(\w+): \{\n {4}method: '(\w+)',\n {4}path: .*\n {4}scopes: (\[.*\]),/gm)];
}

function bodyOf(wanted: Wanted): string {
  const { isRead, isList, ids, table, thing } = wanted;
  if (isList && table && ids.length === 0)
    return `declare
  v_page constant record := internal.page_ids('app.${table}', input);
begin
  return internal.page_document(
    (select json_agg(json_build_object('id', u.id) order by u.n) from unnest(v_page.ids) with ordinality as u (id, n)),
    v_page.has_more, v_page.next_cursor);
end`;
  const refusal = (what: string) => `perform internal.fail('HT100', 'gone.ofKey', '{"thing": "${what}"}');`;
  const isOne = isOf(wanted);
  const found = isOne
    ? `
  select t.id into v_id from app.${table} t
    where t.id = (input ->> 'id')::uuid and ${isRead ? '(v_store_id is null or t.store_id = v_store_id)' : 't.store_id = v_store_id\n    for no key update'};
  if v_id is null then
    ${refusal(thing)}
  end if;`
    : '';
  const others = ids.slice(isOne ? 1 : 0).map(
    (id) => `
  -- The store stands for it until there is one.
  if (input ->> '${id}')::uuid is distinct from v_store_id then
    ${refusal(thingOf(id, thing))}
  end if;`,
  );
  const stores = `internal.page_document(
    (select json_agg(json_build_object('id', s.id)) from app.stores s where s.id = coalesce(v_store_id, s.id)),
    false, null)`;
  const one = isOne ? "json_build_object('id', v_id)" : "json_build_object('store_id', v_store_id)";
  return `declare
  v_store_id constant uuid := internal.find_store_for_${isRead ? 'reading' : 'writing'}(input);${isOne ? '\n  v_id uuid;' : ''}
begin${found}${others.join('')}
  return ${isList ? stores : one};
end`;
}

/** What a parameter of the path is the id of. */
function thingOf(id: string, thing: string): string {
  return id === 'id' ? thing : id.replace(/_id$/, '').replaceAll('_', ' ');
}

function writeEntry(wanted: Wanted): string {
  const { name, method, route, resource, isRead, isList, ids, thing, isNew } = wanted;
  const entries = entriesOf(resource);
  const like = entries.find(([, , other]) => (other === 'GET') === isRead) ?? entries[0];
  if (!like && !isNew) throw new Error(`server/operations/${resource}.ts has no entry whose scopes could be taken`);
  const summary = sentence(name.replaceAll('_', ' '));
  const fields = ids.map((id) => `${id}: uuid.describe('Id of the ${thingOf(id, thing)}.'),`);
  const input = isList
    ? `pageOf({ ${fields.join(' ')} })`
    : `z.strictObject({ ${fields.join(' ')} store_id: ${isRead ? 'narrowingStoreId' : 'storeId'}.optional() })`;
  const output = isList
    ? 'list(z.object({ id }))'
    : isOf(wanted)
      ? 'z.object({ id })'
      : `z.object({ store_id: id${isRead ? '.nullable()' : ''} })`;
  const entry = `  ${name}: {
    method: '${method}',
    path: '${route}',
    scopes: ${like?.[3] ?? firstScopes[isRead ? 'read' : 'write']},
    summary: '${summary}',
    description: '${summary}.',
    input: ${input},
    output: ${output},
    status: 200,
${isRead ? '' : "    idempotency: 'optional',\n"}    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
`;
  const file = path.join('server/operations', `${resource}.ts`);
  const text = fs.readFileSync(inRoot(file), 'utf8');
  const end = '} satisfies Record<string, Operation>;\n';
  if (!text.endsWith(end)) throw new Error(`${file} does not end as a list of operations does`);
  const used = ['id', 'list', 'narrowingStoreId', 'pageOf', 'storeId', 'uuid'].filter((word) =>
    new RegExp(`\\b${word}\\b(?!:)`).test(`${input} ${output}`),
  );
  fs.writeFileSync(inRoot(file), withImports(text.slice(0, -end.length) + entry + end, used));
  return file;
}

function withImports(text: string, names: string[]): string {
  return text.replace(/import \{([^}]*)\} from '\.\/schemas\.ts';/, (_, list: string) => {
    const all = new Set([...list.split(',').map((name) => name.trim()), ...names].filter(Boolean));
    return `import { ${[...all].join(', ')} } from './schemas.ts';`;
  });
}

function writeTest(wanted: Wanted): string {
  const { name, resource, isRead, isList, ids, table } = wanted;
  const isOne = isOf(wanted);
  const made = table && (isOne || (isList && ids.length === 0)) ? makers[table] : undefined;
  const maker = made && /^make\w+/.exec(made)?.[0];
  const input = ids.map((id, n) => `${id}: ${isOne && n === 0 ? `(await ${made}).id` : 'maker.shop.stores[0].id'}`);
  const before = made && !isOne ? `await ${made}; return { ${input.join(', ')} };` : '';
  const sound = before
    ? `async (maker) => { ${before} }`
    : `${made ? 'async ' : ''}(${input.length > 0 ? 'maker' : ''}) => ({ ${input.join(', ')} })`;
  const text = `import test from 'ava';
import { closeApiShop, house, openApiShop } from '../../helpers/shops/api-shop.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
${maker && maker !== 'maker' ? `import { ${maker} } from '../../helpers/operations/makers.ts';\n` : ''}
test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('${name}', house, {
  sound: ${sound},${isList ? "\n  wrong: [[{ limit: 0 }, 'limit']]," : ''}
});

test.todo('what ${name} ${isRead ? 'answers' : 'changes, and what it leaves as it was'}');
`;
  const file = path.join('test/operations', resource, `${name}.test.ts`);
  fs.mkdirSync(inRoot(path.dirname(file)), { recursive: true });
  fs.writeFileSync(inRoot(file), text, { flag: 'wx' });
  return file;
}

function whatIsLeft({ name, method, route, isRead, isNew }: Wanted): string[] {
  return [
    'left to do:',
    `  let the function do its work; say in the entry what ${method} ${route} is for, and show it as a tool or not`,
    ...(isNew
      ? ['  its scopes; in server/openapi/index.ts what the reference says of it, if its name does not say it']
      : []),
    `  let the test show it: npm test -- test/operations/*/${name}.test.ts`,
    ...(name.startsWith('list_') ? ['  test/bench/list-cases.ts: the table of the list, whose rows are counted'] : []),
    ...(isRead ? [] : ['  test/rest/given.test.ts or same_values.test.ts: a body, for a create_ or a PATCH']),
    '  CHANGELOG.md: a line for clients',
  ];
}
