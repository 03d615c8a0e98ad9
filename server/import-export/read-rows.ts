// Reads a CSV file row by row, as spreadsheets and shops write it: UTF-8 with or without a mark, UTF-16 in either order,
// commas, semicolons or tabs, any line ends, line breaks inside quotes. It holds one row at a time.
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Problem } from '../problems/problem.ts';
import { withoutDefusal } from './cells.ts';

/** The file as a whole cannot be read: where, and why. */
export class BrokenFile extends Error {
  readonly line: number;
  readonly column: number;

  readonly problem: Problem;

  constructor(line: number, column: number, key: string, values: Record<string, string> = {}) {
    const problem = new Problem(key, { line, column, ...values });
    super(problem.text);
    this.problem = problem;
    this.line = line;
    this.column = column;
  }
}

/** The cells of one row, and the line of the file that it begins on. */
export type Row = { line: number; cells: string[] };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** A row of a shop's export is some kilobytes; one without an end is a quote that was left open. */
const maxRowCharacters = 1_000_000;

export async function* readRows(file: string): AsyncGenerator<Row> {
  const { encoding, delimiter } = await look(file);
  // Where the row begins that the parser is in, which is ahead of the one that is handed out.
  let begun = 1;
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    // Files that were put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxRowCharacters,
    on_record: (record: string[], { lines }) => {
      begun = lines + 1;
      return record;
    },
  });
  const source = Readable.from(decoded(file, encoding));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const cells = record.map(withoutDefusal);
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
      line = info.lines + 1;
    }
  } catch (error) {
    if (error instanceof CsvError) throw broken(error, begun);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function broken(error: CsvError, begun: number): BrokenFile {
  const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? begun : Number(error.lines ?? begun);
  const column = Number(error.column ?? 0) + 1;
  const keys: Record<string, string> = {
    CSV_QUOTE_NOT_CLOSED: 'fileQuoteOpen',
    CSV_MAX_RECORD_SIZE: 'fileQuoteOpen.row',
    CSV_INVALID_CLOSING_QUOTE: 'fileQuote',
    INVALID_OPENING_QUOTE: 'fileQuote.inside',
  };
  return new BrokenFile(line, column, keys[error.code] ?? 'fileBroken');
}

/** How the bytes are to be read, by the mark at their beginning and by the first line. */
async function look(file: string): Promise<{ encoding: Encoding; delimiter: string }> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64_000), 0, 64_000, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const encoding = encodingOf(bytes);
    // Cells in quotes may have line breaks and tabs inside. A line above the headings, such as a title, has few cells.
    const unquoted = new TextDecoder(encoding).decode(bytes).replaceAll(/(^|[,;\t\r\n])"(?:[^"]|"")*"/g, '$1');
    const outside = unquoted.split(/[\r\n]+/, 20);
    const most = (mark: string, of: string[]) => Math.max(...of.map((line) => line.split(mark).length));
    const [first = ''] = outside;
    const marks = [',', ';', '\t'];
    const separated = marks.some((mark) => most(mark, [first]) > 2) ? [first] : outside;
    const delimiter = marks.reduce((best, mark) => (most(mark, separated) > most(best, separated) ? mark : best));
    return { encoding, delimiter };
  } finally {
    await handle.close();
  }
}

function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // A header in Latin letters: every other byte is zero.
  if (bytes[1] === 0 && bytes[3] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[2] === 0 ? 'utf-16be' : 'utf-8';
}

async function* decoded(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of fs.createReadStream(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? await firstUnreadable(file, encoding) : error;
  }
}

/** Where the bytes stop being text. */
async function firstUnreadable(file: string, encoding: Encoding): Promise<BrokenFile> {
  const decoder = new TextDecoder(encoding);
  let line = 1;
  let column = 1;
  const found = () => new BrokenFile(line, column, 'fileBroken.encoding', { encoding: encoding.toUpperCase() });
  for await (const chunk of fs.createReadStream(file)) {
    for (const letter of decoder.decode(chunk, { stream: true })) {
      if (letter === '\ufffd') return found();
      if (letter === '\n') [line, column] = [line + 1, 1];
      else column++;
    }
  }
  return found();
}
