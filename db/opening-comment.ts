/**
 * The first paragraph of comments in a file. Lines are joined, as they are broken for the width only, but what it takes,
 * gives and raises and where it is specified stay lines of their own.
 */
export function openingComment(text: string): string {
  const paragraph = /^(?:--! .*\n)*((?:-- .*\n)*)/.exec(text)![1]!;
  return paragraph
    .split('\n')
    .map((line) => line.slice(3))
    .join(' ')
    .trim()
    .replace(/ (?=(?:Takes|Gives|Raises|spec|decisions|design): )/g, '\n');
}
