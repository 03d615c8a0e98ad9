// npm run new -- operation list_gift_cards GET /gift-cards --in brands
// Writes the three files of a new endpoint: the SQL function, its entry in the registry and its test. What they make runs
// at once: it answers ids, or the store, until the function says more. A tool of contributors, so it lies beside the
// checks; nothing of the service knows of it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const usage = `npm run new -- operation <name> <METHOD> <path> [--in <resource>]
  name      a verb and what it is about: list_gift_cards, archive_brand
  METHOD    GET, POST, PATCH, PUT or DELETE
  path      below /ext/v1, with parameters in braces: /brands/{id}/archive
  --in      the file of server/operations that gets the entry: the first word of the path, unless named`;

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
  /** What the path is about, where its first word is a table of a store: gift_cards. */
  table: string | undefined;
  /** One of them, for people: gift card. */
  thing: string;
}

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } });
  const [kind, name = '', method = '', route = '', ...rest] = positionals;
  if (kind !== 'operation' || !route || rest.length > 0) throw new Error(usage);
  const wanted = read(name, method, route, values.in);
  const files = [writeFunction(wanted), writeEntry(wanted), writeTest(wanted)];
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
  if (!registry.includes(`${resource}.ts`))
    throw new Error(`server/operations/${resource}.ts is not there: name a file that is with --in, or begin it`);
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
    table: isTableOfAStore(table) ? table : undefined,
    thing: table.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('_', ' '),
  };
}

function isTableOfAStore(table: string): boolean {
  return fs.readdirSync(inRoot('db/schema')).some((file) => {
    const text = fs.readFileSync(inRoot('db/schema', file), 'utf8');
    return new RegExp(`^table app\\.${table} \\((?:\\n(?!\\)).*)*\\n  store_id `, 'm').test(text);
  });
}

/** In the room of schema api where the other operations of the resource lie. */
function writeFunction(wanted: Wanted): string {
  const { name, method, route, isRead, isList, ids, table } = wanted;
  const raises = [!isRead && 'HT008 and HT100 for store_id', ids.length > 0 && 'HT100', isRead && 'HT100 (store)'];
  const file = path.join('db/code/api', roomOf(wanted), `${name}.sql`);
  const text = `-- ${method} ${route}.
-- Gives: ${isList ? 'a page of ids' : table && ids.length > 0 ? 'its id' : 'the store'}.
-- Raises: ${isList ? 'HT100 (store, cursor)' : raises.filter(Boolean).join(', ')}.
create or replace function api.${name}(input jsonb) returns json
language plpgsql ${isRead ? 'stable' : 'volatile security definer'}
set search_path = ''
as $$
${bodyOf(wanted)}
$$;
grant execute on function api.${name}(jsonb) to haat_api;
`;
  fs.writeFileSync(inRoot(file), text, { flag: 'wx' });
  return file;
}

function roomOf({ resource }: Wanted): string {
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

function bodyOf({ isRead, isList, ids, table, thing }: Wanted): string {
  const find = `internal.find_store_for_${isRead ? 'reading' : 'writing'}(input)`;
  if (isList && table)
    return `declare
  v_page constant record := internal.page_ids('app.${table}', input);
begin
  return internal.page_document(
    (select json_agg(json_build_object('id', u.id) order by u.n) from unnest(v_page.ids) with ordinality as u (id, n)),
    v_page.has_more, v_page.next_cursor);
end`;
  if (isList)
    return `begin
  perform internal.find_store_for_reading(input);
  return internal.page_document('[]', false, null);
end`;
  if (table && ids[0] === 'id')
    return `declare
  v_store_id constant uuid := ${find};
  v_id uuid;
begin
  select t.id into v_id from app.${table} t
    where t.id = (input ->> 'id')::uuid and ${isRead ? '(v_store_id is null or t.store_id = v_store_id)' : 't.store_id = v_store_id\n    for no key update'};
  if v_id is null then
    perform internal.fail('HT100', 'No such ${thing} in the data this key sees.');
  end if;
  return json_build_object('id', v_id);
end`;
  return `begin
  return json_build_object('store_id', ${find});
end`;
}

function writeEntry(wanted: Wanted): string {
  const { name, method, route, resource, isRead, isList, ids, table, thing } = wanted;
  const entries = entriesOf(resource);
  const like = entries.find(([, , other]) => (other === 'GET') === isRead) ?? entries[0];
  if (!like) throw new Error(`server/operations/${resource}.ts has no entry whose scopes could be taken`);
  const summary = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  const fields = ids.map(
    (id) => `${id}: uuid.describe('Id of the ${id === 'id' ? thing : id.replace(/_id$/, '').replaceAll('_', ' ')}.'),`,
  );
  const input = isList
    ? `pageOf({ ${fields.join(' ')} })`
    : `z.strictObject({ ${fields.join(' ')} store_id: ${isRead ? 'narrowingStoreId' : 'storeId'}.optional() })`;
  const output = isList
    ? 'list(z.object({ id }))'
    : table && ids[0] === 'id'
      ? 'z.object({ id })'
      : `z.object({ store_id: id${isRead ? '.nullable()' : ''} })`;
  const entry = `  ${name}: {
    method: '${method}',
    path: '${route}',
    scopes: ${like[3]},
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

function writeTest({ name, resource, isRead, isList, ids, table, thing }: Wanted): string {
  const make = `await make('create_${thing.replaceAll(' ', '_')}', { name: 'One' })`;
  const input = ids.map((id) => `${id}: ${table && id === 'id' ? `(${make}).id` : 'randomUUID()'}`).join(', ');
  const made = isList && table ? `${make};` : '';
  const sound = table ? `async ({ make }) => { ${made} return { ${input} }; }` : `() => ({ ${input} })`;
  const text = `${input.includes('randomUUID') ? "import { randomUUID } from 'node:crypto';\n" : ''}import test from 'ava';
import { closeApiShop, house, openApiShop } from '../../helpers/shops/api-shop.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';

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

function whatIsLeft({ name, method, route, isRead }: Wanted): string[] {
  const tag = route.split('/')[1]!;
  const hasTag = new RegExp(`^  '?${tag}'?: \\{ name`, 'm').test(
    fs.readFileSync(inRoot('server/openapi/index.ts'), 'utf8'),
  );
  return [
    'left to do:',
    `  let the function do its work; say in the entry what ${method} ${route} is for, and show it as a tool or not`,
    ...(hasTag ? [] : [`  server/openapi/index.ts: a tag for ${tag}, without which there is no document`]),
    `  let the test show it: npm test -- test/operations/*/${name}.test.ts`,
    '  test/helpers/contract.ts: its name among the added endpoints',
    '  test/helpers/demo-story.ts: a step; then npm run codegen -- examples',
    ...(isRead ? [] : ['  test/rest/given.test.ts or same_values.test.ts: a body, for a create_ or a PATCH']),
    '  CHANGELOG.md: a line for clients',
  ];
}
