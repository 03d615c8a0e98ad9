// db/README.md and the guide "Inside the database" ask the demo questions and print its answers: each is asked again here,
// as haat_dba, and compared. When the answers differ on purpose, `npm run codegen -- answers` writes them anew.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { demoDay, openDemoShop } from '../helpers/shops/demo-shop.ts';
import { moveClock } from '../helpers/webhooks.ts';

const files = ['db/README.md', 'server/docs/guides/inside.md'].map((name) =>
  path.join(import.meta.dirname, '../..', name),
);
type Question = { query: string; answer: string };

/** Each query of the page, and the table below it; a block without tables is a query to copy. */
const questions = (page: string): Question[] =>
  [...page.matchAll(/^```\n((?:select|with) .*?)^```$/gms)].flatMap(([, block]) =>
    [...block!.matchAll(/^((?:select|with) .*?;)\n((?:[^\n]+\n)*)/gms)].map(([, query, answer]) => ({
      query: query!,
      answer: answer!,
    })),
  );

const { db, close } = await openDemoShop();
test.before(() => moveClock(db, `${demoDay.getTime() - Date.now()} milliseconds`));
test.after.always(close);

test('every query of the pages prints what the page shows', async (t) => {
  t.timeout(110_000);
  for (const file of files) {
    let page = fs.readFileSync(file, 'utf8');
    for (const { query, answer } of questions(page)) {
      const printed = await ask(query);
      if (answer === '') continue;
      if (process.env.HAAT_WRITE) page = page.replace(`${query}\n${answer}`, () => `${query}\n${printed}`);
      else t.is(printed, answer, query);
      t.true(printed.split('\n').length > 3, `finds nothing: ${query}`);
    }
    if (process.env.HAAT_WRITE) fs.writeFileSync(file, page);
  }
  const asked = files.flatMap((file) => questions(fs.readFileSync(file, 'utf8')));
  t.true(asked.length >= 16, `${asked.length} queries found`);
});

test('no query names a day, so that it finds something in a demo of any day', (t) => {
  for (const file of files)
    for (const { query } of questions(fs.readFileSync(file, 'utf8'))) t.notRegex(query, /\d{4}-?\d\d-?\d\d/);
});

/** The answer as psql prints it, without the blanks at the ends of lines and the number of rows. */
async function ask(query: string): Promise<string> {
  const types = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;
  const { fields, rows } = await db.as('haat_dba').query<string[]>({ text: query, rowMode: 'array', types });
  const numbers: number[] = [pg.types.builtins.INT4, pg.types.builtins.INT8, pg.types.builtins.NUMERIC];
  const cells = rows.map((row) => row.map((cell) => cell ?? ''));
  const widths = fields.map(({ name }, n) => Math.max(name.length, ...cells.map((row) => row[n]!.length)));
  const print = (row: string[], pad: (cell: string, n: number) => string) =>
    row.map((cell, n) => ` ${pad(cell, n)} `).join('|');
  const centre = (cell: string, n: number) =>
    cell.padStart(cell.length + Math.floor((widths[n]! - cell.length) / 2)).padEnd(widths[n]!);
  const align = (cell: string, n: number) =>
    numbers.includes(fields[n]!.dataTypeID) ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!);
  const lines = [
    print(
      fields.map(({ name }) => name),
      centre,
    ),
    widths.map((width) => '-'.repeat(width + 2)).join('+'),
    ...cells.map((row) => print(row, align)),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
