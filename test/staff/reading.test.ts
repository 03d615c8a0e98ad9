// What staff see of costs, customers' contact data, keys, the activity log and each other's permissions: what they were
// given a permission for. The questions are made from the schema: every field, filter, order, search and mutation there is.
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { type GraphQLSchema, getNamedType, isEnumType, isInputObjectType, isLeafType, isNonNullType } from 'graphql';
import { permissions } from '../../db/permissions.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { allCanaries, canaries, plantCanaries } from '../helpers/guarded-rows.ts';
import { inTurns, isLong, slice } from '../helpers/long.ts';
import { lists, openQuestions, queryFields, readings, rowTypeOf } from '../helpers/questions.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import type { TestShop } from '../helpers/shop.ts';
import { hashOf } from '../helpers/shops/two-companies.ts';
import { hire, openSession, readSchema, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
type Row = Record<string, any>;

let db: TestDatabase;
let desk: StaffDesk;
let shop: TestShop;
let schema: GraphQLSchema;
let owner: string;
let nobody: string;
/** Rows by type, as the owner sees them and as a person without a permission does. */
let whole: Map<string, Row[]>;
let seen: Map<string, Row[]>;
/** Columns that are null without the permission, as `Type.field`. */
let hidden: Set<string>;

test.before(async () => {
  db = await borrowDatabase();
  shop = await plantCanaries(db);
  desk = await startStaff(db);
  owner = await signInAs(db, shop.companyId, 'owner');
  nobody = await signInAs(db, shop.companyId, []);
  schema = await readSchema(desk, owner);
  whole = await rowsOf(owner);
  seen = await rowsOf(nobody);
  hidden = new Set(
    [...whole].flatMap(([type, rows]) => {
      const other = new Map((seen.get(type) ?? []).map((row) => [row.nodeId ?? row.id, row]));
      return rows.flatMap((row) => {
        const same = other.get(row.nodeId ?? row.id);
        if (!same) return [];
        return Object.keys(row).flatMap((name) => (row[name] != null && same[name] == null ? [`${type}.${name}`] : []));
      });
    }),
  );
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const leaves = (field: Parameters<typeof rowTypeOf>[0]) =>
  Object.values(rowTypeOf(field).getFields())
    .filter(({ type, args }) => isLeafType(getNamedType(type)) && args.length === 0)
    .map(({ name }) => name);

async function rowsOf(token: string): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>();
  for (const field of lists(schema)) {
    // Word for word as in fence.test.ts: it is planned once.
    const query = `{ list: ${field.name}(first: 100) { totalCount nodes { ${leaves(field).join(' ')} } } }`;
    const { list } = await desk.ask(token, query);
    const name = rowTypeOf(field).name;
    found.set(name, [...(found.get(name) ?? []), ...list.nodes]);
  }
  return found;
}

// An enum may spell a permission in its own way.
const canariesIn = (text: string, some: readonly string[] = allCanaries) =>
  some.filter((canary) => text.toLowerCase().replaceAll('_', '.').includes(canary.toLowerCase()));

/** Asks them all, several to a request; none may fail. Gives the answers by question. */
async function askAll(
  token: string,
  questions: string[],
  perRequest = 8,
  { head = '', variables = {} } = {},
): Promise<Map<string, Row>> {
  const answers = new Map<string, Row>();
  for (let start = 0; start < questions.length; start += perRequest) {
    const batch = questions.slice(start, start + perRequest);
    const fields = batch.map((question, n) => `f${n}: ${question}`).join('\n');
    const data = await desk.ask(token, `${head} { ${fields} }`, variables);
    for (const [n, question] of batch.entries()) answers.set(question, data[`f${n}`]);
  }
  return answers;
}

/** What differs from one session to the next. */
const isAboutOneself = (question: string) => /^(viewer|openSessions)\b/.test(question);
const aboutOneself = () => openQuestions(schema, 0).filter(isAboutOneself);
/** Asked in the same requests everywhere, which are planned once. */
const aboutOthers = () => openQuestions(schema, 0).filter((question) => !isAboutOneself(question));

/** Also what is one step further, in part: each of those questions is planned by itself. */
async function askEverything(token: string): Promise<Map<string, Row>> {
  const further = slice(openQuestions(schema, 1), 120);
  const own = [...aboutOthers(), ...aboutOneself()];
  return new Map([...(await askAll(token, own, 4)), ...(await askAll(token, further, 1))]);
}

/** Of what is asked four to a request: the requests in whose answers the owner sees a canary. */
function telling(answers: Map<string, Row>): string[] {
  const asked = aboutOthers();
  const requests = Array.from({ length: Math.ceil(asked.length / 4) }, (_, n) => asked.slice(4 * n, 4 * n + 4));
  return requests.filter((some) => canariesIn(JSON.stringify(some.map((one) => answers.get(one)))).length > 0).flat();
}
let told: string[];

test.serial('the test has teeth: the owner sees every canary, and what is hidden is known', async (t) => {
  const answers = await askEverything(owner);
  told = isLong ? aboutOthers() : telling(answers);
  t.deepEqual(canariesIn(JSON.stringify([...answers.values()])), [...allCanaries]);
  t.deepEqual(
    [...hidden].sort(),
    [
      'CourierFigure.chargedAmount',
      'Customer.email',
      'Customer.phone',
      'GoodsReceiptLine.unitCost',
      'Order.shippingAddress',
      'OrderItem.unitCost',
      'PurchaseLine.unitCost',
      'StaffMember.permissions',
      'StockMovement.averageCostAfter',
      'StockMovement.unitCost',
    ].sort(),
  );
});

test.serial('without a permission no field of the schema shows any of it, and none fails', async (t) => {
  const answers = await askEverything(nobody);
  t.true(answers.size > 40, String(answers.size));
  for (const [question, answer] of answers) t.deepEqual(canariesIn(JSON.stringify(answer ?? null)), [], question);
  // And their work is there.
  for (const type of ['Order', 'Customer', 'Product', 'StockMovement', 'Parcel', 'StaffMember'])
    t.is(seen.get(type)!.length, whole.get(type)!.length, type);
  for (const type of [
    'ApiKey',
    'ActivityEntry',
    'VariantCost',
    'CustomerAddress',
    'Event',
    'WebhookAttempt',
    'StaffRole',
  ])
    t.deepEqual([whole.get(type)!.length > 0, seen.get(type)!.length], [true, 0], type);
});

for (const permission of Object.keys(canaries) as (keyof typeof canaries)[]) {
  test.serial(`${permission} shows its own, and nothing of the others`, async (t) => {
    const token = await signInAs(db, shop.companyId, [permission]);
    // What shows the owner no canary shows none to others either.
    const text = JSON.stringify([...(await askAll(token, told, 4)), ...(await askAll(token, aboutOneself(), 4))]);
    const own: readonly string[] = canaries[permission];
    t.deepEqual(canariesIn(text, own), [...own]);
    // What is sent to integrations is shown whole to those who manage them.
    const alongside = permission === 'developer.manage' ? canaries['customers.read'] : [];
    const others = allCanaries.filter(
      (canary) => !own.includes(canary) && !(alongside as readonly string[]).includes(canary),
    );
    t.deepEqual(canariesIn(text, others), []);
  });
}

test.serial('filters tell nothing of a value that is hidden', async (t) => {
  const asked: string[] = [];
  const pairs: [string, string][] = [];
  for (const field of lists(schema)) {
    const type = rowTypeOf(field).name;
    const filter = field.args.find(({ name }) => name === 'filter');
    const filterType = filter && getNamedType(filter.type);
    if (!isInputObjectType(filterType)) continue;
    for (const [column, { type: columnFilter }] of Object.entries(filterType.getFields())) {
      const operators = getNamedType(columnFilter);
      if (!hidden.has(`${type}.${column}`) || !isInputObjectType(operators)) continue;
      const value = JSON.stringify(whole.get(type)!.find((row) => row[column] != null)![column]);
      for (const operator of Object.keys(operators.getFields())) {
        const operand = operator === 'isNull' ? 'false' : operator.toLowerCase().endsWith('in') ? `[${value}]` : value;
        asked.push(`${field.name}(filter: { ${column}: { ${operator}: ${operand} } }) { totalCount }`);
      }
      pairs.push([
        `${field.name}(filter: { ${column}: { isNull: true } }) { totalCount }`,
        `${field.name} { totalCount }`,
      ]);
    }
  }
  t.true(asked.length > 30, String(asked.length));
  for (const [question, answer] of await askAll(nobody, asked)) t.is(answer.totalCount, 0, question);
  t.true([...(await askAll(owner, asked)).values()].some(({ totalCount }) => totalCount > 0));
  const counts = await askAll(nobody, pairs.flat());
  for (const [empty, every] of pairs) t.deepEqual(counts.get(empty), counts.get(every), empty);
});

test.serial('orders tell nothing of a value that is hidden', async (t) => {
  const asked: string[] = [];
  for (const field of lists(schema)) {
    const orderBy = getNamedType(field.args.find(({ name }) => name === 'orderBy')?.type);
    if (!isEnumType(orderBy) || !rowTypeOf(field).getFields().id) continue;
    const ways = new Set(orderBy.getValues().map(({ name }) => name));
    for (const name of leaves(field).filter((leaf) => hidden.has(`${rowTypeOf(field).name}.${leaf}`))) {
      const way = name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
      if (!ways.has(`${way}_ASC`)) continue;
      for (const direction of ['ASC', 'DESC'])
        asked.push(`${field.name}(first: 100, orderBy: [${way}_${direction}]) { nodes { id } }`);
    }
  }
  t.true(asked.length >= 8, String(asked.length));
  const ids = (answer: Row): string[] => answer.nodes.map(({ id }: Row) => id);
  const isByIdAlone = (shown: string[]) =>
    [shown.toSorted(), shown.toSorted().reverse()].some((order) => order.join() === shown.join());
  for (const [question, answer] of await askAll(nobody, asked)) t.true(isByIdAlone(ids(answer)), question);
  const told = [...(await askAll(owner, asked)).values()].filter((answer) => !isByIdAlone(ids(answer)));
  t.true(told.length >= 4, String(told.length));
});

test.serial('searches and look-ups find no customer by what is hidden', async (t) => {
  const asked: string[] = [];
  for (const field of queryFields(schema)) {
    const needed = field.args.filter(({ type }) => isNonNullType(type));
    const texts = needed.filter(({ type }) => getNamedType(type).name === 'String');
    if (texts.length === 0 || texts.length < needed.filter(({ name }) => name !== 'storeId').length) continue;
    asked.push(
      ...readings(
        field,
        0,
        needed.map(({ name }) => `${name}: ${name === 'storeId' ? `"${shop.stores[0].id}"` : '$canary'}`).join(', '),
      ),
    );
  }
  t.true(asked.length >= 3, String(asked.length));
  let found = 0;
  for (const canary of ['01799887766', '+880 1799-887766', 'canary.person@example.com', 'canary.person']) {
    // As a variable, so that they are planned once.
    const given = { head: 'query ($canary: String!)', variables: { canary } };
    for (const [question, answer] of await askAll(nobody, asked, 8, given)) {
      t.is(answer?.totalCount ?? 0, 0, question);
      if (answer && !('totalCount' in answer)) t.fail(question);
    }
    for (const answer of (await askAll(owner, asked, 8, given)).values())
      if (answer && (answer.totalCount ?? 1) > 0) found++;
  }
  t.true(found >= 4, 'the owner finds them');
  // Names and numbers are found by all staff.
  const { orders } = await desk.ask(owner, '{ orders(first: 1) { nodes { number customer { fullName } } } }');
  const [{ number, customer }] = orders.nodes;
  const search = `query ($name: String!, $number: String!) { searchCustomers(search: $name) { totalCount } searchOrders(search: $number) { totalCount } }`;
  const { searchCustomers, searchOrders } = await desk.ask(nobody, search, { name: customer.fullName, number });
  t.true(searchCustomers.totalCount > 0 && searchOrders.totalCount > 0);
});

test.serial('a change shows no more than a list to those who may make it', async (t) => {
  const token = await signInAs(db, shop.companyId, ['orders.manage', 'inventory.manage', 'payments.manage']);
  const phone = '01799887766';
  const customer = whole.get('Customer')!.find((row) => row.phone === phone)!;
  const order = whole.get('Order')!.find(({ shippingAddress }) => shippingAddress)!;
  const inside =
    'shippingAddress customer { email phone customerAddresses { nodes { addressLine } } } orderItems { nodes { unitCost } }';
  const changes = [
    `updateCustomer(input: { customerId: "${customer.id}", fullName: "Named Anew" }) { customer { fullName email phone } }`,
    `updateOrder(input: { orderId: "${order.id}", note: "seen" }) { order { note ${inside} } }`,
    `assignOrder(input: { orderId: "${order.id}" }) { order { number ${inside} } }`,
  ];
  for (const change of changes) {
    const { text, errors } = await desk.send(token, `mutation { ${change} }`);
    t.deepEqual([errors, canariesIn(text)], [[], []], change);
  }
  const { rows } = await db.admin.query('select phone, full_name from app.customers where id = $1', [customer.id]);
  t.deepEqual(rows, [{ phone, full_name: 'Named Anew' }], 'what is hidden is kept');
  t.true(canariesIn((await desk.send(owner, `mutation { ${changes[0]} }`)).text).includes(phone));
});

test.serial('every procedure that gives a row with hidden columns hides them', async (t) => {
  const { rows } = await db.admin.query(`
    with guarded as (
      select c.reltype, c.relname from pg_class c
      where c.relnamespace = 'app'::regnamespace and to_regclass('internal.readable_' || c.relname) is not null
    ), wrapped as (
      select c.reltype, g.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid
      join guarded g on g.reltype = a.atttypid
      where c.relnamespace = 'staff'::regnamespace
    )
    select p.proname, pg_get_functiondef(p.oid) !~ ('internal\\.readable_' || g.relname || '\\M') as shows
    from pg_proc p join (select * from guarded union all select * from wrapped) g on g.reltype = p.prorettype
    where p.pronamespace = 'staff'::regnamespace`);
  t.true(rows.length > 15);
  t.deepEqual(
    rows.filter(({ shows }) => shows).map(({ proname }) => proname),
    [],
  );
});

test.serial(
  'SQL of the login, with the session of a person without a permission: no table, view or function shows it',
  async (t) => {
    const client = await db.as('haat_staff_gateway').connect();
    try {
      await client.query('begin');
      await client.query('set local role haat_staff');
      await client.query(`select set_config('haat.session', $1, true)`, [hashOf(nobody)]);
      const { rows: relations } = await db.admin.query(`
      select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p', 'v') and c.relnamespace::regnamespace::text in ('app', 'internal', 'staff', 'gate', 'ledger', 'api')
        and has_schema_privilege('haat_staff', c.relnamespace, 'usage')
        and has_column_privilege('haat_staff', c.oid, a.attnum, 'select') group by c.oid`);
      const { rows: functions } = await db.admin.query(`
      select format('%s(%s)', p.oid::regproc, (select string_agg(format('null::%s', y::regtype), ', ') from unnest(p.proargtypes[0:p.pronargs - p.pronargdefaults - 1]) y)) as call
      from pg_proc p where p.provolatile <> 'v' and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
        and p.pronamespace::regnamespace::text in ('internal', 'staff') and has_function_privilege('haat_staff', p.oid, 'execute')`);
      t.true(relations.length > 40 && functions.length > 20);
      const shown: string[] = [];
      const asked = [
        ...relations.map(
          ({ name, columns }) => `select (select json_agg(x) from (select ${columns} from ${name}) x)::text as found`,
        ),
        ...functions.map(({ call }) => `select (select json_agg(x) from (select * from ${call}) x)::text as found`),
      ];
      for (const sql of asked) {
        await client.query('savepoint one');
        const { rows } = await client.query(sql).catch(() => ({ rows: [{ found: null }] }));
        await client.query('rollback to savepoint one');
        if (canariesIn(rows[0].found ?? '').length > 0) shown.push(sql);
      }
      t.deepEqual(shown, []);
      // Neither by a column that was left out, nor by a whole row, nor by looking for it.
      for (const sql of [
        'select phone from app.customers',
        'select c from app.customers c',
        'select 1 from app.orders where shipping_address is not null',
        'select unit_cost from app.stock_movements',
        'select permissions from app.staff',
      ]) {
        await client.query('savepoint one');
        await t.throwsAsync(client.query(sql), { message: /permission denied/ }, sql);
        await client.query('rollback to savepoint one');
      }
      const found = await client.query(
        `select count(*)::int as n from internal.readable_customers() where phone like '017%'`,
      );
      t.is(found.rows[0].n, 0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

/** The columns of tables that all who have the role may read, by table. */
async function readable(role: string, tables: string[], names = ''): Promise<Record<string, string>> {
  const { rows } = await db.admin.query(
    `select c.relname, string_agg(a.attname, ' ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
       and (cardinality($2::text[]) = 0 or c.relname = any ($2)) and a.attname ~ $3
       and has_column_privilege($1, c.oid, a.attnum, 'select')
     group by c.relname`,
    [role, tables, names],
  );
  return Object.fromEntries(rows.map(({ relname, columns }) => [relname, columns]));
}

test.serial('no column of costs is for staff to read past its view, or for the API', async (t) => {
  const costs = '(^|_)(cost|profit|margin)';
  t.deepEqual(await readable('haat_staff', [], costs), { variant_costs: 'average_cost' });
  t.deepEqual(await readable('haat_api', [], costs), {});
});

// internal.grant_all_but grants a new column by itself. Here it is decided: it is named, or it is hidden in the table's policies
// and its view. Orders have new columns more often: theirs are decided by what they are called, and db/schema shows them all.
test.serial('of a table with hidden columns, all read what was decided', async (t) => {
  const lines = 'company_id store_id variant_id line sku quantity';
  const decided = {
    customers: 'id company_id store_id full_name status type gender created_at updated_at erased_at',
    goods_receipt_lines: `receipt_id ${lines}`,
    order_items:
      'id company_id store_id order_id line product_id variant_id sku barcode product_name variant_name options image_media_key quantity delivered_quantity returned_quantity damaged_quantity released_quantity unit_price discount_price discount_amount line_total created_at updated_at',
    purchase_lines: `purchase_id ${lines} received_quantity`,
    stock_movements:
      'id company_id store_id location_id variant_id sku sequence type quantity_change reserved_change on_hand_after reserved_after reason reference_type reference_id reference_number actor_type actor_id actor_name request_id created_at',
  };
  t.deepEqual(await readable('haat_staff', Object.keys(decided)), decided);
  const { order_items, stock_movements } = decided;
  t.deepEqual(await readable('haat_api', ['order_items', 'stock_movements']), { order_items, stock_movements });
  const personal = 'phone|email|address|recipient|contact|gender|birth|(^|_)name|secret|password|token|hash';
  t.deepEqual(await readable('haat_staff', ['orders'], personal), {});
});

test.serial(
  'a column that is not granted needs a permission in the view, and is taken out of single rows',
  async (t) => {
    // What of videos is not granted is in the view for their addresses, and is no field.
    const { rows } = await db.admin.query(`
    select c.relname || '.' || a.attname as name,
      not has_column_privilege('haat_staff', c.oid, a.attnum, 'select') as is_hidden,
      pg_get_viewdef(v.oid) ~ ('END AS ' || quote_ident(a.attname) || '\\M') as needs_permission,
      coalesce((select bool_and(pg_get_functiondef(p.oid) like '%"' || a.attname || '": null%') from pg_proc p
        where p.proname = v.relname and p.pronamespace = v.relnamespace and p.pronargs = 1), true) as is_taken_out
    from pg_class v
    join pg_class c on c.relnamespace = 'app'::regnamespace and v.relname = 'readable_' || c.relname
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_attribute s on s.attrelid = v.oid and s.attname = a.attname
    where v.relnamespace = 'internal'::regnamespace and v.relkind = 'v' and c.relname <> 'videos'`);
    t.true(rows.length > 100, String(rows.length));
    const hiddenBy = (isHidden: (row: Row) => boolean) => rows.filter(isHidden).map(({ name }) => name);
    const named = hiddenBy((row) => row.is_hidden);
    t.true(named.length >= 9, named.join());
    t.deepEqual(
      hiddenBy((row) => row.needs_permission),
      named,
    );
    t.deepEqual(
      hiddenBy((row) => row.is_hidden && !row.is_taken_out),
      [],
    );
  },
);

test.serial('what is to be hidden by a name that no column has is an error, and nothing is granted', async (t) => {
  for (const call of [
    `internal.grant_all_but('app.order_items', '{unit_costs}', 'haat_staff')`,
    `internal.install_readable('app.order_items', '{"unit_costs": "costs.read"}')`,
  ])
    await t.throwsAsync(db.admin.query(`call ${call}`), { message: /no column unit_costs to hide/ }, call);
});

test.serial('the activity log shows people what they may see elsewhere', async (t) => {
  const entries = async (held: string[]) => {
    const token = await signInAs(db, shop.companyId, ['activity.read', ...held]);
    const { activityEntries } = await desk.ask(
      token,
      '{ activityEntries(first: 100) { nodes { action objectType } } }',
    );
    return new Set(activityEntries.nodes.map((row: Row) => row.objectType));
  };
  await desk.ask(
    owner,
    `mutation { createCustomer(input: { storeId: "${shop.stores[0].id}", fullName: "N", phone: "01611111111" }) { customer { id } } }`,
  );
  await desk.ask(
    owner,
    'mutation { inviteStaff(input: { email: "n@example.com", fullName: "N" }) { clientMutationId } }',
  );
  t.false((await entries([])).has('customer') || (await entries([])).has('staff'));
  t.true((await entries(['customers.read'])).has('customer'));
  t.true((await entries(['staff.manage'])).has('staff'));
});

// That a mutation says truly which permission it needs is shown in schema.test.ts. What no mutation needs opens something to see.
test.serial('every permission opens something: a mutation, or something to see', async (t) => {
  const texts = Object.values(schema.getMutationType()!.getFields()).map(({ description }) => description ?? '');
  const opened = new Set(texts.flatMap((text) => /Needs (\w+\.\w+)/.exec(text)?.[1] ?? []));
  t.true(opened.size > 5, [...opened].join());
  /** Asks until something else is seen. */
  const sees = async (token: string, known: Map<string, Row>) => {
    const questions = [...known.keys()];
    for (let start = 0; start < questions.length; start += 4) {
      for (const [question, answer] of await askAll(token, questions.slice(start, start + 4), 4))
        if (!isDeepStrictEqual(answer, known.get(question))) return false;
    }
    return true;
  };
  const all = await signInAs(db, shop.companyId, permissions);
  const second = await hire(db, shop.companyId, { permissions });
  const without = new Map<string, string>();
  const unopened = permissions.filter((one) => !opened.has(one));
  t.true(unopened.length > 2, unopened.join());
  // A third of them, by turns.
  for (const permission of inTurns(unopened, 3, 0)) {
    const others = permissions.filter((other) => other !== permission);
    without.set(permission, await signInAs(db, shop.companyId, others));
  }
  // A sign-in is told of in the journal.
  const secondSession = await openSession(db, second.id);
  const picture = await askAll(all, aboutOthers(), 4);
  // What is the same without any permission says nothing of a single one.
  for (const [question, answer] of await askAll(nobody, [...picture.keys()], 4))
    if (isDeepStrictEqual(answer, picture.get(question))) picture.delete(question);
  t.true(picture.size > 5, String(picture.size));
  t.true(await sees(secondSession, picture), 'what is seen differs by permissions alone');
  const nothing: string[] = [];
  for (const [permission, token] of without) if (await sees(token, picture)) nothing.push(permission);
  t.deepEqual(nothing, []);
});
