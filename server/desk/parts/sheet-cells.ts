/** The cells of a sheet by their separator. In a sheet with a quote that is never closed, quotes are letters. */
export async function cellsOf(text: string, separator: string): Promise<string[][]> {
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
