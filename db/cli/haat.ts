// npm run haat -- <noun> <verb> --option value: what an operator does without a browser, through the procedures that the
// staff's GraphQL calls, beside a running service or without one. What it prints on standard output is the answer, for
// machines with --json; everything else goes to standard error. Ends with 1 when refused, with 2 when not understood.
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { z } from 'zod';
import { errorOf } from '../../server/gate/errors.ts';
import { loadSettings, SettingsError } from '../../server/process/settings.ts';
import { stopOnSignals } from '../../server/process/signals.ts';
import { explain } from '../connect/explain.ts';
import type { Command, LoneCommand } from './command.ts';
import { NoDatabaseError, openExistingDatabase } from './existing.ts';
import { archiveFileCommands } from './haat-archives.ts';
import { cellCommands } from './haat-cells.ts';
import { commands as databaseCommands } from './haat-commands.ts';
import { integratorCommands } from './haat-integrators.ts';
import { moveCommands } from './haat-moves.ts';
import { runInCells } from './in-cells.ts';
import { asOperator, Refusal, refusedFields, requireConsent } from './operator.ts';
import { print } from './table.ts';

const commands: Record<string, Command | LoneCommand> = {
  ...databaseCommands,
  ...archiveFileCommands,
  ...integratorCommands,
  ...moveCommands,
  ...cellCommands,
};

/** Wrong usage, as against a wrong value. */
class UsageError extends Error {}

if (import.meta.main) await haat(process.argv.slice(2));

/** Does what the words ask. How it went is in the exit code of the process. */
export async function haat(args: string[]): Promise<void> {
  try {
    await main(args);
  } catch (error) {
    console.error(`haat: ${reason(error)}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function main(args: string[]): Promise<void> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  // Those of integrators are one word.
  const name = Object.hasOwn(commands, args[0] ?? '') ? args[0]! : args.slice(0, 2).join(' ');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (args.includes('--help') || args.includes('-h') || args.length === 0) {
    console.log(command ? helpOf(name, command) : overview());
    if (args.length === 0) process.exitCode = 2;
    return;
  }
  if (!command)
    throw new UsageError(`there is no command "${words.slice(0, 2).join(' ')}"; "--help" lists the commands`);
  const { json, cell, ...given } = readOptions(command, args.slice(name.split(' ').length));
  const options = check(command, given);
  if ('alone' in command) return command.alone(options as never, Boolean(json));
  const settings = loadSettings(process.env);
  const { cells } = settings;
  if (cell !== undefined && cells.length === 0) throw new Refusal('--cell: CELLS is not set: there is one database');
  const work = async (url: string) => {
    if (command.warns && !('yes' in options && options.yes)) {
      const lines = await asOperator(url, (operator) => command.warns!(operator, options as never));
      await requireConsent(lines);
    }
    return asOperator(url, (operator) => command.run(operator, options as never));
  };
  const { database, close } =
    cells.length > 0
      ? { database: null, close: async () => {} }
      : await stopOnSignals(openExistingDatabase(settings), (opened) => opened.close());
  try {
    const where = { command, options, cell: cell as string | undefined };
    const result = database ? await work(database.url) : await runInCells(cells, where, work);
    if (result) print(result, Boolean(json));
    if (command.secret) console.error(`haat: ${command.secret} is shown this once; keep it now`);
  } catch (error) {
    throw inOptions(command, error);
  } finally {
    await close();
  }
}

function readOptions(command: Command | LoneCommand, args: string[]): Record<string, unknown> {
  const { options, words = [] } = command;
  const known = Object.entries(options.shape).map(
    ([option, schema]) => [option, { type: typeOf(schema), multiple: isList(schema) }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: withNegatives(args),
      strict: true,
      allowPositionals: words.length > 0,
      options: {
        ...Object.fromEntries(known),
        json: { type: 'boolean' },
        ...(!('alone' in command) && { cell: { type: 'string' } }),
      } as Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>,
    });
    const last = words.at(-1);
    const named: Record<string, unknown> = Object.fromEntries(
      positionals.slice(0, words.length).map((word, index) => [words[index]!, word]),
    );
    if (last && isList(options.shape[last]!)) {
      if (last in named) named[last] = positionals.slice(words.length - 1);
    } else if (positionals.length > words.length) throw new Error(`Unexpected argument '${positionals[words.length]}'`);
    const twice = Object.keys(named).find((option) => option in values);
    if (twice) throw new Error(`--${twice} is given twice`);
    return { ...named, ...values };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const allowed = ['--json', ...Object.keys(options.shape).map((option) => `--${option}`)].join(', ');
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new UsageError(`${message.split('. ')[0]}; there are ${allowed}`);
    throw new UsageError(message.split('\n')[0]);
  }
}

/** "--limit -5" is a value that its option refuses in words of its own, and not an option "-5". */
function withNegatives(args: string[]): string[] {
  const isNegative = (index: number) => /^-\d/.test(args[index] ?? '') && /^--[a-z-]+$/.test(args[index - 1] ?? '');
  return args.flatMap((arg, index) => {
    if (isNegative(index)) return [];
    return isNegative(index + 1) ? [`${arg}=${args[index + 1]}`] : [arg];
  });
}

function check({ options }: Command | LoneCommand, given: Record<string, unknown>): object {
  const result = options.safeParse(given);
  if (result.success) return result.data;
  const missing = result.error.issues
    .map(({ path }) => String(path[0]))
    .filter((option) => given[option] === undefined);
  if (missing.length > 0) throw new UsageError(`${missing.map((option) => `--${option}`).join(', ')}: is required`);
  throw new Refusal(result.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('; '));
}

/** What the database refused, by the names of the options. */
function inOptions({ options }: Command, error: unknown): unknown {
  let refusal: { message: string; fields: Record<string, unknown[]> } | null = refusedFields(error);
  if (!refusal && error instanceof pg.DatabaseError && error.code === '23505') {
    const { message, fields } = errorOf({ sqlstate: error.code, message: error.message, constraint: error.constraint });
    refusal = { message, fields: fields ?? {} };
  }
  if (!refusal) return error;
  const problems = Object.entries(refusal.fields).map(([field, texts]) => {
    const written = field.replace(/_id$/, '').replaceAll('_', '-');
    const option = Object.keys(options.shape).find((one) => one === written || one.endsWith(`-${written}`));
    return option ? `--${option}: ${texts.join(', ')}` : `${field}: ${texts.join(', ')}`;
  });
  return new Refusal(problems.join('; ') || refusal.message);
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  return `npm run haat -- <noun> <verb> [--option value ...] [--json] [--help]

${lines.join('\n')}

It works on DATABASE_URL, an administrator's, or on the embedded Postgres in DATA_DIR; "listen" and "client" work on a running
service, with an API key. With CELLS a command finds the database of what it names, and --cell says which where it is new.`;
}

function helpOf(name: string, { does, options, words = [] }: Command | LoneCommand): string {
  const lines = Object.entries(options.shape).map(([option, schema]) => {
    const { success, data } = (schema as z.ZodType).safeParse(undefined);
    const facts = [
      (schema as z.ZodType).description ?? innermost(schema as z.ZodType).description,
      success ? (data === undefined || data === false ? 'optional' : `default ${data}`) : 'required',
    ];
    return `  --${option.padEnd(20)} ${facts.filter(Boolean).join('; ')}`;
  });
  const usage = [name, ...words.map((word) => (isList(options.shape[word]!) ? `<${word}…>` : `<${word}>`))].join(' ');
  return [`npm run haat -- ${usage}: ${does}`, '', ...lines, `  --${'json'.padEnd(20)} the answer as JSON`].join('\n');
}

function typeOf(schema: z.core.$ZodType): 'boolean' | 'string' {
  return innermost(schema)._zod.def.type === 'boolean' ? 'boolean' : 'string';
}

function isList(schema: z.core.$ZodType): boolean {
  return innermost(schema)._zod.def.type === 'array';
}

/** The schema below "optional" and "default". */
function innermost(schema: z.core.$ZodType): z.ZodType {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? innermost(innerType) : (schema as z.ZodType);
}

/** A sentence where it is one that was composed for people, else all there is. */
function reason(error: unknown): string {
  const { message, stack, code } = error as NodeJS.ErrnoException;
  const composed = [UsageError, Refusal, NoDatabaseError, SettingsError].some((kind) => error instanceof kind);
  if (composed) return message;
  const explained = explain(error);
  if (explained) return explained;
  if (code?.startsWith('E')) return message || String(code);
  return stack ?? String(error);
}
