// The alerts and the dashboard for operators: server/docs/alerts.yaml and server/docs/grafana.json.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { createMetrics, createRequestMetrics } from '../../server/process/metrics.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { hasProgram } from '../helpers/processes/has-program.ts';

const root = path.join(import.meta.dirname, '..', '..');
const readFile = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const ruleTests = ['test/fixtures/alerts.test.yaml', 'test/fixtures/alerts-days.test.yaml'];
const alerts = readFile('server/docs/alerts.yaml');
const dashboard = JSON.parse(readFile('server/docs/grafana.json')) as { panels: Panel[] };
const hasPromtool = hasProgram('promtool');

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

let db: TestDatabase;
/** All lines that the API and the workers show. */
let shown: string;

test.before(async () => {
  db = await freshDatabase('reads whole tables');
  await db.admin.query(`select internal.record_timer('seal_ledger')`);
  const api = createRequestMetrics([
    {
      main: { name: 'api', pool: db.as('haat_gateway') },
      staff: db.as('haat_staff_gateway'),
      replica: db.as('haat_gateway'),
    },
  ]);
  api.observe('get_me', 200, 0.01);
  const worker = createMetrics([{ main: { name: 'worker', pool: db.as('haat_worker') } }]);
  shown = (await Promise.all([api.text(), worker.text()])).join('\n');
});
test.after.always(() => db?.drop());

/** The expressions of the rules; each is on one line, or folded over the indented lines after `>-`. */
function alertExpressions(): string[] {
  const found = alerts.matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/gm);
  return Array.from(found, ([, folded, line]) => folded ?? line!);
}

const alertNames = () => Array.from(alerts.matchAll(/^ {6}- alert: (\w+)$/gm), ([, name]) => name!);
const dashboardExpressions = () => dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** A histogram is written once and shown as three. */
const nameOf = (metric: string) => metric.replace(/_(bucket|sum|count)$/, '');

for (const [what, read] of [
  ['alerts.yaml', alertExpressions],
  ['grafana.json', dashboardExpressions],
] as const) {
  test(`${what} names only metrics that /metrics gives`, (t) => {
    const expressions = read();
    t.true(expressions.length >= 17);
    const named = expressions.flatMap((text) => text.match(/\b(?:haat|nodejs|process)_\w+/g) ?? []);
    const missing = named.filter(
      (name) => !shown.includes(`# HELP ${nameOf(name)} `) && !shown.includes(`# HELP ${name} `),
    );
    t.deepEqual(missing, []);
  });

  test(`${what} names only labels and values that these metrics have`, (t) => {
    // `up`, and the labels job and instance, are Prometheus' own.
    const ours = read().flatMap((text) =>
      Array.from(text.matchAll(/\b(haat_\w+)\{([^}]*)\}/g), ([, name, matchers]) => ({
        name: name!,
        matchers: matchers!,
      })),
    );
    for (const { name, matchers } of ours) {
      const lines = shown.split('\n').filter((line) => line.startsWith(`${name}{`));
      for (const [, label, operator, value] of matchers.matchAll(/(\w+)(=~?)"([^"]*)"/g)) {
        const wanted = operator === '=' ? `${label}="${value}"` : `${label}="`;
        t.true(
          lines.some((line) => line.includes(wanted)),
          `${name}{${matchers}}`,
        );
      }
    }
  });
}

test('every metric of ours is on the dashboard', (t) => {
  const ours = Array.from(shown.matchAll(/^# HELP (haat_\w+) /gm), ([, name]) => name!);
  const all = dashboardExpressions().join('\n');
  t.deepEqual(
    [...new Set(ours)].filter((name) => !all.includes(name)),
    [],
  );
});

test('every alert has a severity, and says what it means and what to do', (t) => {
  const rules = alerts.split(/^ {6}- alert: /m).slice(1);
  t.is(new Set(alertNames()).size, rules.length);
  for (const rule of rules) {
    const name = rule.slice(0, rule.indexOf('\n'));
    t.regex(rule, /^ {8}labels: \{ severity: (critical|warning) \}$/m, name);
    t.regex(rule, /^ {10}summary: \S/m, name);
    t.regex(rule, /^ {10}action: (>-\n {12}\S|\S)/m, name);
  }
});

test('every alert has a unit test in which it fires', (t) => {
  const tests = ruleTests.map(readFile).join('');
  t.deepEqual(
    alertNames().filter((name) => !tests.includes(`alertname="${name}"`)),
    [],
  );
});

test('the panels of the dashboard have their own ids and do not overlap', (t) => {
  const { panels } = dashboard;
  t.is(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  t.is(new Set(cells).size, cells.length);
  t.true(panels.every(({ gridPos: { x, w } }) => x + w <= 24));
});

(hasPromtool ? test : test.skip)('Prometheus accepts the rules, and each fires when it should', (t) => {
  for (const args of [
    ['check', 'rules', 'server/docs/alerts.yaml'],
    ['test', 'rules', ...ruleTests],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' });
    t.is(status, 0, stdout + stderr);
  }
});
