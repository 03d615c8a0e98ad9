// A courier's payout sheet as a file or as pasted text: any of the encodings and separators that spreadsheets write.
import { readNumber } from '../../../gate/typed-number.ts';
import { fromPoisha, inPoisha } from '../../amounts.ts';
import { cellsOf } from '../../parts/sheet-cells.ts';

/** `numbers`: of each row, as a spreadsheet numbers it. */
export type Sheet = { headings: string[]; rows: string[][]; numbers: number[] };
/** -1: there is none. The charge is all that was charged for a parcel. */
export type Columns = { code: number; amount: number; charge: number };

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
    .map((row, n) => ({ number: n + 1, cells: row.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some(Boolean));
  const [headings, ...others] = rows;
  return {
    headings: headings?.cells ?? [],
    rows: others.map(({ cells }) => cells),
    numbers: others.map(({ number }) => number),
  };
}

const codeNames = [
  /tracking|consignment|parcel\s*(id|code|no)|cn\s*(id|no)?$/i,
  /ট্র্যাকিং|কনসাইনমেন্ট/,
  /merchant.*(order|invoice)|order|invoice/i,
  /অর্ডার|ইনভয়েস/,
];
const chargeNames = [/total.*(charge|fee)/i, /charge|fee\b|fees\b/i, /চার্জ|ফি$/];
const isCharge = (heading: string) => chargeNames.some((name) => name.test(heading));
const amountNames = [/collect|cod|cash/i, /কালেকশন|আদায়|ক্যাশ/, /payout|payable|paid|amount/i, /টাকা|পরিমাণ/];

/** The columns by their headings; -1 where none is called so. */
export function findColumns({ headings }: Pick<Sheet, 'headings'>): Columns {
  const find = (names: RegExp[], isOne: (heading: string) => boolean = () => true) => {
    for (const name of names) {
      const at = headings.findIndex((heading) => name.test(heading) && isOne(heading));
      if (at >= 0) return at;
    }
    return -1;
  };
  return {
    code: find(codeNames),
    amount: find(amountNames, (heading) => !isCharge(heading)),
    charge: find(chargeNames),
  };
}

/** Whether an amount is called what came in, after the charges; else it is what was collected. */
export const isNetHeading = (heading = ''): boolean =>
  /payout|payable|paid|net\b/i.test(heading) && !/collect|cod|cash/i.test(heading);

/** `amount`: what is settled of the cash of the parcel; null: all that is held. `charge`: null where none is stated. */
export type SheetLine = { row: number; code: string; amount: string | null; charge: string | null };
/** A row with a cell that cannot be read, and that cell. */
export type UnreadRow = { row: number; code: string; cell: string };

const longestCode = 200;
/** Undefined where the cell is no amount. */
const amountIn = (cell: string): string | undefined => /^\d{1,10}(\.\d\d?)?0*$/.exec(readNumber(cell) ?? '')?.[0];

/** The rows as they are compared and booked. Those with a bad cell are told apart; one without code and amounts is none. */
export function readLines(sheet: Sheet, columns: Columns, isNet: boolean): { lines: SheetLine[]; unread: UnreadRow[] } {
  const lines: SheetLine[] = [];
  const unread: UnreadRow[] = [];
  for (const [n, cells] of sheet.rows.entries()) {
    const row = sheet.numbers[n]!;
    const [code = '', amount = '', charge = ''] = [columns.code, columns.amount, columns.charge].map((at) => cells[at]);
    const bad = [amount, charge].find((cell) => cell && amountIn(cell) === undefined);
    if (!code && !amount && !charge) continue;
    if (bad !== undefined || !code || code.length > longestCode) unread.push({ row, code, cell: bad ?? code });
    else {
      const settled = inPoisha(amountIn(amount)) + (isNet ? inPoisha(amountIn(charge)) : 0);
      lines.push({ row, code, amount: amount ? fromPoisha(settled) : null, charge: amountIn(charge) ?? null });
    }
  }
  return { lines, unread };
}

/** What is charged for a line: what it states, else what was agreed, unless the amount has it taken off already. */
export const chargeOf = ({ charge }: SheetLine, agreed: string | null | undefined, isNet: boolean): string =>
  charge ?? (isNet ? '0.00' : (agreed ?? '0.00'));
