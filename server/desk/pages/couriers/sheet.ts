// A courier's payout sheet as a file or as pasted text: any of the encodings and separators that spreadsheets write.

export type Sheet = { headings: string[]; rows: string[][] };
export type Columns = { code: number; amount: number };

/** UTF-16 with its mark, UTF-16 without one (every second byte is zero), else UTF-8, else what old Excel writes. */
export function readText(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  const encoding =
    (first === 0xff && second === 0xfe) || (second === 0 && fourth === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && third === 0)
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that the heading has most of. */
export async function parseSheet(text: string): Promise<Sheet> {
  const clean = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  const heading = clean.slice(0, clean.search(/\r|\n|$/));
  const [separator] = [',', ';', '\t', '|'].toSorted(
    (one, other) => heading.split(other).length - heading.split(one).length,
  );
  const rows = (await cellsOf(clean, separator!))
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some(Boolean));
  const [headings = [], ...others] = rows;
  return { headings, rows: others };
}

/** In a sheet with a quote that is never closed, quotes are letters. */
async function cellsOf(text: string, separator: string): Promise<string[][]> {
  // Sent to the browser when a sheet is read: it weighs as much as all pages of couriers.
  const { CsvError, parse } = await import('csv-parse/browser/esm/sync');
  const cells = (quote: string | null): string[][] =>
    parse(text, {
      delimiter: separator,
      quote,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
  try {
    return cells('"');
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return cells(null);
    throw error;
  }
}

const codeNames = [
  /tracking|consignment|parcel\s*(id|code|no)|cn\s*(id|no)?$/i,
  /ট্র্যাকিং|কনসাইনমেন্ট/,
  /merchant.*(order|invoice)|order|invoice/i,
  /অর্ডার|ইনভয়েস/,
];
const amountNames = [/collect|cod|cash/i, /কালেকশন|আদায়|ক্যাশ/, /payout|payable|paid|amount/i, /টাকা|পরিমাণ/];

/** The columns by their headings; -1 where none is called so. */
export function findColumns({ headings }: Sheet): Columns {
  const find = (names: RegExp[]) => {
    for (const name of names) {
      const at = headings.findIndex((heading) => name.test(heading));
      if (at >= 0) return at;
    }
    return -1;
  };
  return { code: find(codeNames), amount: find(amountNames) };
}
