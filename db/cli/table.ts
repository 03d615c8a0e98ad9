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
