/**
 * Returns the first comment paragraph of a file. Joins its lines, except that Takes, Gives, Raises and the references begin
 * a new line.
 */
export function openingComment(text: string): string {
  const paragraph = /^(?:--! .*\n)*((?:-- .*\n)*)/.exec(text)![1]!;
  return paragraph
    .split('\n')
    .map((line) => line.slice(3))
    .join(' ')
    .trim()
    .replace(/ (?=(?:Takes|Gives|Raises|see): )/g, '\n');
}
