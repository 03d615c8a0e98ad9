// What one company's staff can reach of another through the staff GraphQL: nothing. The questions are made from the
// schema itself: every list, filter, order, look-up, node, relation, search and mutation that exists is tried.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { TestDatabase } from '../helpers/database.ts';
import { inTurns, isLong, slice } from '../helpers/long.ts';
import { Browser, turnOn } from '../helpers/push.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import type { TestShop } from '../helpers/shop.ts';
import { fillCompany } from '../helpers/shops/full-company.ts';
import { readSchema, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
type Row = Record<string, any>;

/** Tables that every company reads. */
const shared = ['Plan', 'OrderTransition', 'OrderStatus'];
const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

let db: TestDatabase;
let desk: StaffDesk;
let ours: string;
let theirs: string;
let schema: GraphQLSchema;
let victim: TestShop;
/** Every id of the other company, in any column of any of its rows. */
let secrets: Set<string>;
/** Their rows as their own staff see them, by type. */
let rows: Map<string, Row[]>;

// One after another: a question that waits for the others in this process is refused as too slow to plan.
test.before(async () => {
  db = await borrowDatabase();
  victim = await fillCompany(db);
  const attacker = await fillCompany(db);
  desk = await startStaff(db);
  theirs = await signInAs(db, victim.companyId, 'owner');
  ours = await signInAs(db, attacker.companyId, 'owner');
  // Of a passkey one sees one's own.
  await db.admin.query(
    `insert into app.staff_passkeys (company_id, staff_id, name, domain, credential_id, public_key, sign_count, created_at)
     select company_id, id, 'Phone', 'haat.example', uuid_send(id),
       decode('a5010203262001215820' || repeat('ab', 32) || '225820' || repeat('cd', 32), 'hex'), 0, internal.now()
     from app.staff where company_id = any ($1)`,
    [[victim.companyId, attacker.companyId]],
  );
  // And of devices that get notices.
  for (const token of [theirs, ours]) await turnOn(db, token, new Browser());
  schema = await readSchema(desk, ours);
  rows = await readAll(theirs);
  secrets = await idsOf(victim.companyId, attacker.companyId);
  // The journal names the plan of a company, which every company reads.
  for (const name of shared) for (const { id } of rows.get(name)!) secrets.delete(id);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

async function tablesOf(): Promise<string[]> {
  const { rows: tables } = await db.admin.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return tables.map(({ relname }) => relname);
}

/** The ids in one company's rows that are in no row of the other. */
async function idsOf(companyId: string, otherId: string): Promise<Set<string>> {
  const all = async (id: string) => {
    const found = new Set<string>([id]);
    for (const table of await tablesOf()) {
      const answer = await db.admin.query(`select to_jsonb(t)::text as row from app.${table} t where company_id = $1`, [
        id,
      ]);
      for (const { row } of answer.rows) for (const match of row.match(uuid) ?? []) found.add(match);
    }
    return found;
  };
  const others = await all(otherId);
  return new Set([...(await all(companyId))].filter((id) => !others.has(id)));
}

const queryFields = () => Object.values(schema.getQueryType()!.getFields());
const typeOf = (field: GraphQLField<unknown, unknown>) => getNamedType(field.type) as GraphQLObjectType;
const isConnection = (field: GraphQLField<unknown, unknown>) => typeOf(field).name.endsWith('Connection');
const rowTypeOf = (field: GraphQLField<unknown, unknown>) => typeOf(typeOf(field).getFields().nodes!);
const lists = () =>
  queryFields().filter((field) => isConnection(field) && field.args.every(({ type }) => !isNonNullType(type)));
const leaves = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0);
const leafNames = (type: GraphQLObjectType) => leaves(type).map(({ name }) => name);

async function readAll(token: string, counts: string[] = []): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const field of lists()) {
    const type = rowTypeOf(field);
    const answer = await desk.ask(
      token,
      `{ list: ${field.name}(first: 100) { totalCount nodes { ${leafNames(type).join(' ')} } } }`,
    );
    const { totalCount, nodes } = answer.list;
    if (totalCount <= 100 && totalCount !== nodes.length) counts.push(`${field.name}: ${totalCount}, ${nodes.length}`);
    found.set(type.name, [...(found.get(type.name) ?? []), ...nodes]);
  }
  return found;
}

/** What of the other company stands in a text. */
const leaksIn = (text: string) => (text.match(uuid) ?? []).filter((id) => secrets.has(id));

/** A request may ask for 500 fields. */
const mostWords = 450;

/** As many to a request as it may hold, and twenty at most. */
function batched(fields: string[]): string[][] {
  const batches: string[][] = [[]];
  let words = 0;
  for (const field of fields) {
    const more = field.match(/\w+/g)!.length;
    if (words + more > mostWords || batches.at(-1)!.length === 20) {
      batches.push([]);
      words = 0;
    }
    words += more;
    batches.at(-1)!.push(field);
  }
  return batches;
}

/** Runs operations as the attacker, many to a request; gives the texts of the answers. */
async function runAll(fields: string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const some of batched(fields)) {
    const batch = some.map((field, n) => `f${n}: ${field}`);
    const answer = await desk.send(ours, `query { ${batch.join('\n')} }`);
    if (answer.status !== 200 || answer.errors.length > 0)
      throw new Error(`${answer.text.slice(0, 500)}\n${batch.join('\n').slice(0, 500)}`);
    texts.push(answer.text);
  }
  return texts;
}

test.serial('the test has teeth: their staff see a row of every type, and their ids are known', (t) => {
  const empty = [...rows].filter(([, found]) => found.length === 0).map(([name]) => name);
  t.deepEqual(empty, []);
  t.true(rows.size > 30);
  t.true(secrets.size > 50);
  t.true(leaksIn(JSON.stringify([...rows.values()])).length > 100);
});

test.serial('lists: neither rows nor counts', async (t) => {
  const wrongCounts: string[] = [];
  const seen = await readAll(ours, wrongCounts);
  for (const [name, found] of seen) {
    t.true(found.length > 0, `${name}: our own rows are there`);
    t.deepEqual(leaksIn(JSON.stringify(found)), [], name);
  }
  t.deepEqual(wrongCounts, []);
});

test.serial('filters: every column, with the values of their rows', async (t) => {
  const asked: string[] = [];
  for (const field of lists()) {
    const type = rowTypeOf(field);
    const filter = field.args.find(({ name }) => name === 'filter');
    const filterType = filter && getNamedType(filter.type);
    if (!isInputObjectType(filterType)) continue;
    const sample = rows.get(type.name)![0]!;
    const ids = type.getFields().id ? 'id' : leafNames(type)[0];
    for (const [column, { type: columnFilter }] of Object.entries(filterType.getFields())) {
      const operators = getNamedType(columnFilter);
      if (['and', 'or', 'not'].includes(column) || !isInputObjectType(operators) || sample[column] == null) continue;
      const isWord = isEnumType(getNamedType(operators.getFields().equalTo!.type));
      const value = isWord ? sample[column] : JSON.stringify(sample[column]);
      // The fence does not know the operator, so each column has equalTo and a third of the others, by turns.
      const turn = asked.length;
      const tried = Object.keys(operators.getFields()).filter((name, n) => name === 'equalTo' || (n + turn) % 3 === 0);
      for (const operator of tried) {
        const operand =
          operator === 'isNull' ? 'false' : /[iI]n$/.test(operator) && operator !== 'contains' ? `[${value}]` : value;
        asked.push(
          `${field.name}(first: 100, filter: { ${column}: { ${operator}: ${operand} } }) { nodes { ${ids} } }`,
        );
      }
      asked.push(
        `${field.name}(filter: { or: [{ ${column}: { equalTo: ${value} } }, { not: { ${column}: { equalTo: ${value} } } }] }) { nodes { ${ids} } }`,
      );
    }
  }
  t.true(asked.length > 900, String(asked.length));
  t.deepEqual(leaksIn((await runAll(slice(asked, 40))).join()), []);
  // And for their own staff the rows are there: the values and the filters are right.
  const count = 'query ($id: UUID!) { orders(filter: { storeId: { equalTo: $id } }) { totalCount } }';
  t.true((await desk.ask(theirs, count, { id: victim.stores[0].id })).orders.totalCount > 0);
  t.is((await desk.ask(ours, count, { id: victim.stores[0].id })).orders.totalCount, 0);
});

test.serial('orders: every column to sort by', async (t) => {
  const asked: string[] = [];
  for (const field of lists()) {
    const orderBy = field.args.find(({ name }) => name === 'orderBy');
    if (!orderBy) continue;
    const values = (getNamedType(orderBy.type) as unknown as { getValues(): { name: string }[] }).getValues();
    const ids = rowTypeOf(field).getFields().id ? 'id' : leafNames(rowTypeOf(field))[0];
    // Each column up or down, by turns.
    const tried = values.filter(({ name }, n) => !name.endsWith(n % 4 < 2 ? '_DESC' : '_ASC'));
    for (const { name } of tried) asked.push(`${field.name}(first: 100, orderBy: [${name}]) { nodes { ${ids} } }`);
  }
  t.true(asked.length > 250, String(asked.length));
  t.deepEqual(leaksIn((await runAll(slice(asked, 40))).join()), []);
});

test.serial('cursors: pages that begin at their rows hold none of theirs', async (t) => {
  const asked: string[] = [];
  const edges: Record<string, { edges: { cursor: string }[] }> = {};
  for (const some of batched(lists().map(({ name }) => `${name}(first: 1) { edges { cursor } }`)))
    Object.assign(edges, await desk.ask(theirs, `{ ${some.join('\n')} }`));
  for (const [n, field] of lists().entries()) {
    const ids = leafNames(rowTypeOf(field)).join(' ');
    const [first] = edges[field.name]!.edges;
    // Nothing is low on stock.
    if (!first) continue;
    const cursor = JSON.stringify(first.cursor);
    const sides = field.args.map(({ name }) => name).filter((name) => name === 'after' || name === 'before');
    // One of the two, by turns.
    for (const side of inTurns(sides, 2, n)) asked.push(`${field.name}(${side}: ${cursor}) { nodes { ${ids} } }`);
  }
  t.true(asked.length > 30, String(asked.length));
  t.deepEqual(leaksIn((await runAll(slice(asked, 3))).join()), []);
});

test.serial('look-ups: nothing by their ids, numbers, slugs and codes', async (t) => {
  const asked: string[] = [];
  /** What is worked out from ids that are given: it is refused, or there is nothing. */
  const workedOut: string[] = [];
  for (const field of queryFields()) {
    const type = getNullableType(field.type);
    if (!isObjectType(type) || isConnection(field) || shared.includes(type.name) || field.name === 'node') continue;
    const needed = field.args.filter((argument) => isNonNullType(argument.type));
    if (needed.length > 0 && !rows.has(type.name)) {
      const input = needed.map(
        (argument) => `${argument.name}: ${JSON.stringify(exampleOf(argument.type, theirId, argument.name))}`,
      );
      workedOut.push(`{ ${field.name}(${input.join(', ')}) { ${leafNames(type).join(' ') || '__typename'} } }`);
      continue;
    }
    const samples = needed.length > 0 ? rows.get(type.name)! : [];
    for (const sample of isLong ? samples : samples.slice(0, 2)) {
      if (needed.some(({ name }) => sample[name] == null)) continue;
      const input = needed.map(({ name }) => `${name}: ${JSON.stringify(sample[name])}`).join(', ');
      asked.push(`${field.name}(${input}) { ${leafNames(type).join(' ')} }`);
    }
  }
  t.true(asked.length > (isLong ? 100 : 60), String(asked.length));
  for (const text of await runAll(asked)) {
    t.deepEqual([...new Set(Object.values(JSON.parse(text).data))], [null]);
  }
  t.true(workedOut.length > 0);
  for (const question of workedOut) {
    const { errors, text } = await desk.send(ours, question);
    t.true(errors.length > 0 || !/[1-9]/.test(text), `${question} ${text}`);
    t.deepEqual(leaksIn(text), [], question);
  }
});

test.serial('nodes: nothing by their node ids', async (t) => {
  const nodeIds = [...rows]
    .filter(([name]) => !shared.includes(name))
    // The fence of a type is that of all its rows.
    .flatMap(([, found]) => (isLong ? found : found.slice(0, 1)).flatMap(({ nodeId }) => nodeId ?? []));
  t.true(nodeIds.length > 40, String(nodeIds.length));
  for (const id of nodeIds) {
    const { node } = await desk.ask(ours, 'query ($id: ID!) { node(nodeId: $id) { nodeId } }', { id });
    t.is(node, null, id);
  }
});

test.serial('relations: from our rows to ours only', async (t) => {
  const ofLists: string[][] = [];
  for (const field of lists()) {
    const asked: string[] = [];
    ofLists.push(asked);
    for (const relation of Object.values(rowTypeOf(field).getFields())) {
      const type = typeOf(relation);
      if (!isObjectType(type)) continue;
      const inner = isConnection(relation)
        ? `{ nodes { ${leafNames(rowTypeOf(relation)).join(' ')} } }`
        : `{ ${leafNames(type).join(' ')} }`;
      if (isConnection(relation) || type.getFields().nodeId)
        asked.push(`${field.name}(first: 20) { nodes { ${relation.name} ${inner} } }`);
    }
  }
  t.true(ofLists.flat().length > 100, String(ofLists.flat().length));
  // A twelfth of those of each list, by turns.
  const asked = ofLists.filter(({ length }) => length > 0).flatMap((some, n) => inTurns(some, 12, n));
  t.deepEqual(leaksIn((await runAll(asked)).join()), []);
});

test.serial('searches and figures: nothing for their words and their stores', async (t) => {
  const [order] = rows.get('Order')!;
  const storeId = victim.stores[0].id;
  for (const name of ['searchOrders', 'searchCustomers', 'searchProducts']) {
    for (const search of [order!.number, '01711111111', 'Karim', 'RICE', '', '%']) {
      const { text } = await desk.send(
        ours,
        `query ($search: String!) { ${name}(search: $search) { totalCount nodes { id storeId } } }`,
        { search },
      );
      t.deepEqual(leaksIn(text), [], `${name} ${search}`);
    }
  }
  const theirView = await desk.ask(
    theirs,
    'query ($id: UUID) { overview(storeId: $id) { callBacksDue ordersByStatus { orders } } }',
    { id: storeId },
  );
  t.is(theirView.overview.callBacksDue, 1);
  const { overview, callBacksDue, lowStock } = await desk.ask(
    ours,
    `query ($id: UUID) { overview(storeId: $id) { callBacksDue lowStock ordersByStatus { orders } notShipped { orders } withCourier { orders } deliveredUnpaid { orders } sales { orders } }
      callBacksDue(storeId: $id) { totalCount } lowStock(storeId: $id) { totalCount } }`,
    { id: storeId },
  );
  t.notRegex(JSON.stringify(overview), /[1-9]/);
  t.is(callBacksDue.totalCount + lowStock.totalCount, 0);
  const summary = 'query ($id: UUID!) { store(id: $id) { salesSummary { orders } } }';
  t.is((await desk.ask(theirs, summary, { id: storeId })).store.salesSummary.orders, 1);
  t.is((await desk.ask(ours, summary, { id: storeId })).store, null);
});

/** Everything the other company has, as one text. */
async function snapshot(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of await tablesOf()) {
    const { rows: answer } = await db.admin.query(
      `select md5(string_agg(t::text, E'\\n' order by t::text)) as hash from app.${table} t where company_id = $1`,
      [victim.companyId],
    );
    found.set(table, answer[0].hash);
  }
  const { rows: company } = await db.admin.query('select t::text as row from app.companies t where id = $1', [
    victim.companyId,
  ]);
  return found.set('companies', company[0].row);
}

test.serial('mutations: with their ids in every argument, nothing of theirs changes or comes back', async (t) => {
  // Signing in names no row, and goes alone.
  const mutations = Object.values(schema.getMutationType()!.getFields()).filter(
    // Signing in and out, and the second factor: they take no id of others, and end or slow the session that asks.
    ({ name }) =>
      !/^sign(In|Out)|^(require|setUp|confirm|remove)TwoFactor$|^renewRecoveryCodes$|^changeOwnPassword$/.test(name),
  );
  const samples = [...rows].filter(([name]) => !shared.includes(name)).flatMap(([, found]) => found.slice(0, 1));
  const ids = [
    ...new Set([...samples.map(({ id }) => id), ...victim.stores.map(({ id }) => id)].filter(Boolean)),
  ] as string[];
  const before = await snapshot();
  const texts: string[] = [];
  t.true(mutations.length > 120, String(mutations.length));
  for (const mutation of slice(mutations, 2)) {
    const input = getNamedType(mutation.args[0]!.type);
    if (!isInputObjectType(input)) continue;
    const payload = typeOf(mutation);
    const rowField = Object.values(payload.getFields()).find(
      (field) => isObjectType(typeOf(field)) && field.name !== 'query',
    );
    const back = rowField
      ? `${rowField.name} { ${leafNames(typeOf(rowField)).join(' ') || '__typename'} }`
      : 'clientMutationId';
    // Once with an id of the kind that each argument names, and with some of all, by turns.
    const kind = rowField && typeOf(rowField).name;
    const turn = texts.length;
    const given = [
      (name: string) => theirId(name === 'id' && kind ? `${kind}Id` : name),
      ...ids.filter((_, n) => (n + turn) % (isLong ? 5 : 50) === 0).map((id) => () => id),
    ];
    // With variables, so that each mutation is planned once.
    const document = `mutation ($input: ${input.name}!) { ${mutation.name}(input: $input) { ${back} } }`;
    for (const idOf of given) {
      // Some ask for the password, and who gives a wrong one five times waits.
      if (isLong) await db.admin.query('delete from internal.sign_in_waits');
      const answer = await desk.send(ours, document, { input: exampleOf(input, idOf, '') });
      t.is(answer.status, 200, answer.text);
      texts.push(answer.text);
    }
  }
  t.true(texts.length > (isLong ? 800 : 90), String(texts.length));
  t.deepEqual(await snapshot(), before);
  t.deepEqual(leaksIn(texts.join()), []);
  const codes = new Set(
    texts.flatMap((text) => (JSON.parse(text).errors ?? []).map((error: Row) => error.extensions?.code)),
  );
  t.false(codes.has('INTERNAL') || codes.has(undefined), [...codes].join());
});

/** An id of theirs of the kind that an argument names: of an order for orderId. */
function theirId(argument: string): string {
  const kind = argument.replace(/Ids?$/, '').toLowerCase();
  const [, found] = [...rows].find(([name]) => name.toLowerCase().endsWith(kind)) ?? ['', rows.get('Order')!];
  return found[0]!.id ?? rows.get('Order')![0]!.id;
}

/** A value of an input type: an id for the name of the argument wherever one fits, else something that could pass. */
function exampleOf(type: GraphQLInputType, idOf: (name: string) => string, name: string): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [exampleOf(nullable.ofType, idOf, name)];
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields()).filter((field) => field.name !== 'clientMutationId');
    return Object.fromEntries(fields.map((field) => [field.name, exampleOf(field.type, idOf, field.name)]));
  }
  if (isEnumType(nullable)) return nullable.getValues()[0]!.name;
  const values: Record<string, unknown> = {
    UUID: idOf(name),
    Int: 1,
    BigFloat: '1.00',
    BigInt: '1',
    Money: '1.00',
    Float: 1.5,
    Boolean: true,
    Datetime: '2040-01-01T00:00:00Z',
  };
  const words: Record<string, string> = {
    phone: '01712345678',
    url: 'https://example.com/x',
    eventTypes: '*',
  };
  return values[getNamedType(nullable).name] ?? words[name] ?? randomUUID();
}
