// Imports and exports of a store from the command line: server/docs/guides/moving-in.md.
import { once } from 'node:events';
import fs from 'node:fs';
import pg from 'pg';
import { z } from 'zod';
import {
  formats,
  type Kind,
  kinds,
  type SkuChoice,
  skuChoices,
  type WithoutPhone,
  withoutPhoneChoices,
} from '../../server/import-export/kinds.ts';
import { type Remark, remarksOf } from '../../server/import-export/line.ts';
import { type Counts, countTold, noCounts, type Planned, plan, ToldOnce } from '../../server/import-export/plan.ts';
import { countOptions, pager, planner, roomFor } from '../../server/import-export/queries.ts';
import type { ChosenColumns } from '../../server/import-export/read-file.ts';
import { BrokenFile } from '../../server/import-export/read-rows.ts';
import { Problem } from '../../server/problems/problem.ts';
import { type Command, command, findStore, name, store } from './command.ts';
import { type Operator, Refusal, type Row, refusedFields } from './operator.ts';

const does: Record<Kind, string> = {
  products: 'takes in products that Shopify or WooCommerce exported; again, it updates them',
  customers: 'takes in customers that Shopify or WooCommerce exported, or from a CSV of ours',
  orders: 'takes in open orders that Shopify or WooCommerce exported, or from a CSV of ours, each once',
};

const importCommand = (kind: Kind) =>
  command({
    does: does[kind],
    words: ['file'],
    options: z.strictObject({
      file: z.string().describe('the CSV file'),
      store,
      location: name
        .optional()
        .describe(
          kind === 'orders' ? 'where the goods lie: its id, code or name' : 'whose stock is set: its id, code or name',
        ),
      ...(kind === 'products' && {
        'duplicate-skus': z
          .enum(skuChoices)
          .default('wait')
          .describe(
            'what of variants whose SKU stands above already: they wait, get one of handle and options, or a number behind it',
          ),
      }),
      ...(kind !== 'products' && {
        'without-phone': z
          .enum(withoutPhoneChoices)
          .default('leave')
          .describe('what of those of another shop who have no phone: they are left out, or known by email'),
      }),
      columns: z
        .string()
        .max(10_000)
        .optional()
        .describe('where the headings are unknown: which column is which, as name=Bezeichnung,price=Preis'),
      'dry-run': z.boolean().default(false).describe('a flag: only says what would be done'),
    }),
    run: (operator, { file, location, 'dry-run': isDry, ...o }) =>
      takeIn(operator, kind, {
        file,
        location,
        isDry,
        store: o.store,
        duplicateSkus: o['duplicate-skus'] as SkuChoice | undefined,
        columns: o.columns,
        withoutPhone: o['without-phone'] as WithoutPhone | undefined,
      }),
  });

const exportCommand = (kind: Kind) =>
  command({
    does: `writes ${kind === 'orders' ? 'open orders' : kind} as CSV to standard output`,
    options: z.strictObject({
      store,
      as: z
        .enum(formats[kind] as [string, ...string[]])
        .default(formats[kind][0]!)
        .describe(`whose columns: ${formats[kind].join(', ')}`),
    }),
    run: async (operator, o) => {
      const { id, company_id } = await findStore(operator, o.store);
      await operator.keepAndRead();
      await operator.enter(company_id);
      const one = operator.asStaff;
      const { writeFile } = await import('../../server/import-export/write-file.ts');
      const as = formats[kind].find((format) => format === o.as)!;
      for await (const text of writeFile(kind, as, await countOptions(one, id), pager(one, kind, id)))
        if (!process.stdout.write(text)) await once(process.stdout, 'drain');
      return null;
    },
  });

export const importExportCommands: Record<string, Command> = Object.fromEntries(
  kinds.flatMap((kind) => [
    [`import ${kind}`, importCommand(kind)],
    [`export ${kind}`, exportCommand(kind)],
  ]),
);

type Given = {
  file: string;
  store: string;
  location: string | undefined;
  isDry: boolean;
  duplicateSkus: SkuChoice | undefined;
  withoutPhone: WithoutPhone | undefined;
  columns: string | undefined;
};

async function takeIn(operator: Operator, kind: Kind, given: Given): Promise<Row> {
  if (!fs.existsSync(given.file)) throw new Refusal('--file: there is no such file');
  // What reads and writes files brings every operation along; without it other commands start in two thirds of the time.
  const { openFile, UnknownColumns } = await import('../../server/import-export/read-file.ts');
  const { duplicateSkus = 'wait', withoutPhone = 'leave' } = given;
  const { id: storeId, company_id: companyId } = await findStore(operator, given.store);
  const locationId = given.location ? await findLocation(operator, companyId, given.location) : null;
  const { media_url: mediaUrl } = await operator.asOwner(`select rtrim(internal.media_url(''), '/') as media_url`);
  const stocking = locationId && kind === 'products' ? { locationId } : null;
  const own = { store_id: storeId, ...(kind === 'orders' && locationId && { location_id: locationId }) };
  const counts = noCounts();
  const outside = new ToldOnce();
  await operator.enter(companyId);
  try {
    const { source, lines, left, columns } = await openFile(given.file, {
      kind,
      mediaUrl,
      stocking,
      duplicateSkus,
      withoutPhone,
      remembered: (await operator.asStaff('select internal.remembered_columns($1) as found', [kind])).found,
      ...(given.columns !== undefined && { columns: columnsIn(given.columns) }),
    });
    if (columns) console.error(`note: the columns are taken so: ${askFor(columns)}`);
    const room = given.isDry ? await roomFor(operator.asStaff, kind, storeId) : undefined;
    let done = 0;
    for await (const line of plan(kind, lines, planner(operator.asStaff, storeId, own), room)) {
      if (line.action === 'leave') outside.add(line.notes);
      else tell('note', line.notes);
      countTold(counts, line);
      if (given.isDry || !line.input || line.action === 'skip') {
        tell('refused', line.problems);
        if (line.action === 'update') console.error(`update: line ${line.line}: ${changesOf(line)}`);
        counts[line.action]++;
        continue;
      }
      counts[await runLine(operator, kind, line, own)]++;
      if (++done % linesAtOnce > 0) continue;
      await operator.keep();
      await operator.enter(companyId);
    }
    for (const { column, count, text } of [...outside.all(), ...left()])
      console.error(`note: ${column}, in ${count} rows: ${text}`);
    if (counts.refuse > 0) process.exitCode = 1;
    return { source, ...toldOf(counts, given.isDry) };
  } catch (error) {
    if (error instanceof UnknownColumns)
      throw new Refusal(`--columns: say which column is which: ${askFor(error.columns)}`);
    throw error instanceof BrokenFile ? new Refusal(`--file: ${error.message}`) : error;
  }
}

/** name=Bezeichnung,price=Preis */
const columnsIn = (text: string) =>
  Object.fromEntries(
    text.split(',').map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()) as [string, string]),
  );

const askFor = ({ fields, headings }: ChosenColumns) =>
  `${fields.flatMap(({ field, isRequired, heading }) => (isRequired || heading ? `${field}=${heading ?? '…'}` : [])).join(',')}; the file has ${headings.join(', ')}`;

function toldOf(counts: Counts, isDry: boolean): Row {
  const { create: made, update: updated, unchanged, skip, leave, refuse: refused, notes, waiting, made_skus } = counts;
  const told = isDry
    ? {
        'would be made': made,
        'would be updated': updated,
        'would stay as it is': unchanged,
        'there already': skip,
        'cannot be': refused,
      }
    : { made, updated, unchanged: unchanged + skip, refused };
  return {
    ...told,
    notes,
    ...(leave > 0 && { 'left out': leave }),
    ...(waiting > 0 && { 'variants that wait': waiting }),
    ...(made_skus > 0 && { 'SKUs made unique': made_skus }),
  };
}

/** So many lines are one transaction; each is undone alone when it is refused. */
const linesAtOnce = 20;

async function runLine(
  operator: Operator,
  kind: Kind,
  { input, placeOf }: Planned,
  own: object,
): Promise<'create' | 'update' | 'unchanged' | 'refuse'> {
  try {
    const { done } = await operator.attempt(() =>
      operator.asStaff(`select internal.import_${kind.slice(0, -1)}($1) as done`, [
        JSON.stringify({ ...input, ...own }),
      ]),
    );
    return done.action === 'created' ? 'create' : done.action === 'updated' ? 'update' : 'unchanged';
  } catch (error) {
    const refused = refusedFields(error);
    if (!refused && !(error instanceof pg.DatabaseError && error.code === '23505')) throw error;
    const { problems } = refused ?? { problems: { '': [new Problem('taken.unknown')] } };
    tell('refused', remarksOf(problems, placeOf));
    return 'refuse';
  }
}

const changesOf = ({ changes }: Planned) =>
  changes.map((change) => (change === 'variants' ? 'new variants' : change)).join(', ');

/** On standard error, as everything that is not the answer. */
function tell(what: string, remarks: Remark[]): void {
  for (const { line, column, text } of remarks)
    console.error(`${what}: line ${line}${column ? `, ${column}` : ''}: ${text}`);
}

async function findLocation(operator: Operator, companyId: string, text: string): Promise<string> {
  const found = await operator.look(
    `select id, name from app.locations where company_id = $1
     and (id::text = lower($2) or lower(code) = lower($2) or lower(name) = lower($2))`,
    [companyId, text],
  );
  if (found.length === 1) return found[0]!.id;
  const all = await operator.look('select name from app.locations where company_id = $1 order by name', [companyId]);
  throw new Refusal(`--location: must be one of ${all.map((one) => one.name).join(', ')}`);
}
