import type { Row } from './operator.ts';

/** Formats rows as a text table with the column names on top. */
export function table(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const lines = [[...columns], ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a value for people. Null becomes an empty text. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(',');
  return String(value);
}

/** Prints a record, or a list of them. */
export function print(result: Row | Row[], json: boolean): void {
  if (json) console.log(JSON.stringify(result, null, 2));
  else if (Array.isArray(result)) console.log(result[0] ? table(Object.keys(result[0]), result) : '(none)');
  else {
    const width = Math.max(...Object.keys(result).map((field) => field.length));
    for (const [field, value] of Object.entries(result))
      console.log(`${field.padEnd(width)}  ${shown(value)}`.trimEnd());
  }
}
