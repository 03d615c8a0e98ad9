/** Keys of 32 bytes in hex or base64, with commas or blanks between them. The message of its error quotes none. */
export function parseKeys(text: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => Buffer.from(word, /^[0-9a-fA-F]{64}$/.test(word) ? 'hex' : 'base64'));
  if (keys.length === 0 || keys.some((key) => key.length !== 32))
    throw new Error(
      'must be keys of 32 bytes in hex or base64, as "openssl rand -hex 32" makes them, separated by commas',
    );
  return keys;
}
