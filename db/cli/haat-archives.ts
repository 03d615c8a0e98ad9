// History that leaves the database as sealed files in the storage: server/docs/guides/production.md.
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { Log } from '../archive/digests.ts';
import { type Archive, BrokenArchive, readArchive, requireLink } from '../archive/read-archive.ts';
import { type Command, command, type LoneCommand, loneCommand, wholeNumber } from './command.ts';
import { type Operator, Refusal, type Row } from './operator.ts';
import { table } from './table.ts';

const months = (least: number) =>
  wholeNumber.refine((count) => count >= least && count <= 1200, `must be from ${least} to 1200`);

const archiveCommand = (log: Log, least: number, does: string) =>
  command({
    cells: 'each',
    does: `${does} to files in the storage, which "archive verify" reads without a database`,
    options: z.strictObject({
      'older-than': months(least).describe('how many months stay, beside the one of now'),
      'dry-run': z.boolean().default(false).describe('a flag: only says which'),
    }),
    async run(operator, { 'older-than': stay, 'dry-run': isDry }) {
      const { archiveMonth, sealsToArchive } = await import('../archive/write-archive.ts');
      const ask = operator.asOwnerRows;
      const find = async () => {
        if (log === 'stock_movements')
          while ((await operator.asOwner('select internal.seal_movements($1) as has_more', [stay])).has_more)
            if (!isDry) await operator.keep();
        return sealsToArchive(ask, log, stay);
      };
      const found = isDry ? await takenBack(operator, find) : await find();
      await operator.keep();
      if (isDry)
        return [...found].map(([month, seals]) => ({
          month: month.slice(0, 7),
          seals: seals.length,
          rows: seals.reduce((sum, { row_count: count }) => sum + count, 0),
        }));
      const { openStorage } = await import('../../server/media/storage/index.ts');
      const { loadSettings } = await import('../../server/process/settings.ts');
      const settings = loadSettings(process.env);
      const storage = openStorage(settings.media, settings.mediaUrl);
      const done: Row[] = [];
      for (const [month, seals] of found) {
        const { key, manifest, sha256 } = await archiveMonth({ ask, keep: operator.keep, storage }, [
          log,
          month,
          seals,
        ]).catch((error) => {
          throw error instanceof BrokenArchive ? new Refusal(`${month.slice(0, 7)}: ${error.message}`) : error;
        });
        const { seals: count, archived, stayed } = manifest;
        done.push({ month: month.slice(0, 7), seals: count, archived, stayed, file: key, sha256 });
      }
      return done;
    },
  });

/** Does the work, and undoes it. */
async function takenBack<T>(operator: Operator, work: () => Promise<T>): Promise<T> {
  const undo: { result?: T } = {};
  await operator
    .attempt(async () => {
      undo.result = await work();
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return undo.result!;
}

export const archiveCommands: Record<string, Command> = {
  'archive journal': archiveCommand('changes', 1, 'moves changes of old months'),
  'archive timelines': archiveCommand('order_timeline', 3, 'moves timelines of orders that are over, of old months,'),
  'archive movements': archiveCommand('stock_movements', 3, 'moves reservations and releases of old months'),
  'archive events': archiveCommand('events', 0, 'copies events of months that are over, without customers,'),
  'archive list': command({
    cells: 'each',
    does: 'the files that hold what left the database, with their SHA-256',
    options: z.strictObject({}),
    run: (operator) =>
      operator.look(
        `select log, to_char(month, 'YYYY-MM') as month, archived, stayed, storage_key as file, sha256, archived_at
         from ledger.archives order by log, month, first_seal`,
      ),
  }),
};

export const archiveFileCommands: Record<string, LoneCommand> = {
  'archive verify': loneCommand({
    does: 'verifies files of archived history by the seals in them, without a database',
    options: z.strictObject({ files: z.array(z.string()).min(1).describe('the files, as they are in the storage') }),
    words: ['files'],
    async alone({ files }, asJson) {
      const read: Archive[] = [];
      const rows: Row[] = [];
      for (const file of files) {
        const row = await verify(file, read);
        if (row.result !== 'whole') process.exitCode = 1;
        rows.push(row);
      }
      const names = [
        'file',
        'result',
        'log',
        'month',
        'seals',
        'archived',
        'stayed',
        'sha256',
        'last_seal',
        'last_hash',
      ];
      console.log(asJson ? JSON.stringify(rows, null, 2) : table(names, rows));
    },
  }),
};

/** Together with those read before: two that hold seals of neighbouring numbers have to fit. */
async function verify(file: string, before: Archive[]): Promise<Row> {
  try {
    const archive = await readArchive(createReadStream(file));
    const { log, month, manifest, sha256 } = archive;
    const seals = [...before, archive].flatMap((one) => one.seals);
    seals.sort((a, b) => Number(BigInt(a.number) - BigInt(b.number)));
    for (const [n, seal] of seals.entries()) requireLink(seals[n - 1], seal);
    before.push(archive);
    const { number, hash } = archive.seals.at(-1)!;
    const { seals: count, archived, stayed } = manifest;
    const told = { log, month: month.slice(0, 7), seals: count, archived, stayed, sha256 };
    return { file, result: 'whole', ...told, last_seal: number, last_hash: hash };
  } catch (error) {
    if (error instanceof BrokenArchive) return { file, result: `broken: ${error.message}` };
    if ((error as NodeJS.ErrnoException).code?.startsWith('E'))
      throw new Refusal(`--files: ${file}: ${(error as Error).message}`);
    throw error;
  }
}
