// Tags, as they are typed: words with commas between them.
export const tagsInput = (tags: string): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
