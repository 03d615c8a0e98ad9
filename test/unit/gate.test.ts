import test from 'ava';
import { CallStatement } from '../../server/gate/call-statement.ts';
import { Gate, presentedKey } from '../../server/gate/gate.ts';
import { outcomeHeaders } from '../../server/gate/outcome.ts';
import { operations } from '../../server/operations/index.ts';
import { createLog } from '../../server/process/log.ts';
import { admitted, fakeKey, fakePool } from '../helpers/fake-pool.ts';

const log = createLog('silent');

const call = (name: string, idempotencyKey: string | null = null) => ({
  keyHash: presentedKey(`Bearer ${fakeKey}`),
  operation: { ...operations[name]!, name },
  input: '{}',
  sent: {},
  idempotencyKey,
  requestId: 'r1',
});

const databaseError = (code: string) => Object.assign(new Error('failed'), { code, severity: 'ERROR' });

test('only tokens with one of our prefixes are keys', (t) => {
  for (const header of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${fakeKey}`,
    'Bearer sk_live_x',
    `Bearer ${fakeKey} ${fakeKey}`,
  ]) {
    t.like(
      t.throws(() => presentedKey(header)),
      { status: 401, code: 'UNAUTHORIZED' },
      header,
    );
  }
  t.is(presentedKey('Bearer shop_sk_earlier').length, 32);
  t.deepEqual(presentedKey(`bearer ${fakeKey}`), presentedKey(`Bearer  ${fakeKey}`));
});

test('a call is one statement with the key hash, the operation, its scopes, bucket and cost', async (t) => {
  const pool = fakePool();
  const { result } = await new Gate(pool, log).callOperation(call('create_order', 'i1'));
  t.is(result, '{"ok":true}');
  t.deepEqual(pool.names(), ['gate.call']);
  const [keyHash, operation, input, scopes, bucket, cost, key, hash, requestId] = pool.statements[0]!.values;
  t.is((keyHash as Buffer).length, 32);
  t.deepEqual(
    [operation, input, scopes, bucket, cost, key],
    ['create_order', '{}', ['orders:write'], 'write', 1, 'i1'],
  );
  t.is((hash as Buffer).length, 32);
  t.is(requestId, 'r1');
});

/** What a connection of pg is told, and what stands on it. */
function fakeConnection() {
  const told: [string, unknown?][] = [];
  const say = (name: string) => (given?: unknown) => void told.push(given === undefined ? [name] : [name, given]);
  const [cork, uncork, sync] = [say('cork'), say('uncork'), say('sync')];
  const [parse, bind, execute] = [say('parse'), say('bind'), say('execute')];
  const connection = { stream: { cork, uncork }, parse, bind, execute, sync, parsedStatements: {} as object };
  return {
    told,
    connection: { ...connection, submittedNamedStatements: {} } as never,
    names: () => told.map(([n]) => n),
  };
}

test('a call leaves in one write, is parsed once for each connection and asks for no description of its row', (t) => {
  const { told, connection, names } = fakeConnection();
  const values = [Buffer.from('k'), 'get_me', '{}', ['orders:read', 'products:read'], 'read', 1, null, undefined];
  new CallStatement('gate.call', 'call gate.call($1)', values).submit(connection);
  t.deepEqual(names(), ['cork', 'parse', 'bind', 'execute', 'sync', 'uncork']);
  const written = [Buffer.from('k'), 'get_me', '{}', '{orders:read,products:read}', 'read', '1', null, null];
  t.deepEqual(told[2], ['bind', { statement: 'gate.call', values: written }]);
  told.length = 0;
  new CallStatement('gate.call', 'call gate.call($1)', values).submit(connection);
  t.deepEqual(names(), ['cork', 'bind', 'execute', 'sync', 'uncork']);
});

test('the row of a call is its outcome, read, and its result, as text; an outcome that is not JSON fails the call', (t) => {
  const answerTo = (...fields: (string | null)[]) => {
    const statement = new CallStatement('gate.call', 'call gate.call()', []);
    let told: unknown;
    statement.callback = (error, result) => {
      told = error ?? result;
    };
    statement.handleDataRow({ fields });
    statement.handleReadyForQuery();
    return told;
  };
  t.deepEqual(answerTo('{"sqlstate":null}', '{"a" : 1}'), {
    rows: [{ outcome: { sqlstate: null }, result: '{"a" : 1}' }],
  });
  t.deepEqual(answerTo('{"sqlstate":"HT100"}', null), { rows: [{ outcome: { sqlstate: 'HT100' }, result: null }] });
  t.true(answerTo('{', null) instanceof SyntaxError);
});

test('a deadlock is tried again without being counted again', async (t) => {
  const pool = fakePool(() => (pool.statements.length === 1 ? { sqlstate: '40P01' } : {}));
  const { outcome } = await new Gate(pool, log).callOperation(call('create_order', 'i1'));
  t.is(outcome.sqlstate, null);
  t.deepEqual(
    pool.statements.map(({ values }) => values[5]),
    [1, 0],
  );
});

test('a conflict that does not pass is given up after four attempts', async (t) => {
  const pool = fakePool(() => ({ sqlstate: '40001' }));
  const { outcome } = await new Gate(pool, log).callOperation(call('create_order', 'i1'));
  t.is(outcome.sqlstate, '40001');
  t.is(pool.statements.length, 4);
});

test('a call that ran out of time still has its rate window, read without counting', async (t) => {
  const pool = fakePool(({ name }) => {
    if (name === 'gate.call') throw databaseError('57014');
    return {};
  });
  const { outcome, result } = await new Gate(pool, log).callOperation(call('list_orders'));
  t.like(outcome, { sqlstate: '57014', rate: admitted.rate });
  t.is(result, null);
  t.is(pool.statements[1]!.values[3], 0);
});

test('a database that is away is asked once', async (t) => {
  const pool = fakePool(() => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  const { outcome } = await new Gate(pool, log).callOperation(call('list_orders'));
  t.like(outcome, { sqlstate: '08006', rate: null });
  t.is(pool.statements.length, 1);
  t.is((await new Gate(pool, log).admitOnly(Buffer.alloc(32), [], 'read', 1)).sqlstate, '08006');
});

test('headers of an outcome: the window, what to wait for, and whether it is a replay', (t) => {
  t.deepEqual(outcomeHeaders({ ...admitted, rate: null }), {});
  t.deepEqual(outcomeHeaders({ ...admitted, retry_after: 7, replayed: true }), {
    'X-RateLimit-Limit': '120',
    'X-RateLimit-Remaining': '119',
    'X-RateLimit-Reset': '1800000000',
    'Retry-After': '7',
    'Idempotent-Replayed': 'true',
  });
});
