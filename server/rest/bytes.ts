// The bytes of an answer. A long one is hashed for its tag, measured for its Content-Length and sent; each of these would turn
// the text into UTF-8 again, so that is done once.

/** Below this length a text is sent together with its headers, as one text. */
const shortText = 4_096;
const scratch = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * A long text as UTF-8, a short one as it is. Buffer.from takes five times as long, and hashing the text three times as long,
 * as soon as one letter is outside of Latin 1, as every letter of Bangla is.
 */
export function bytesOf(text: string): string | Buffer {
  if (text.length < shortText) return text;
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (text.length * 3 > scratch.length) return Buffer.from(text);
  return Buffer.copyBytesFrom(scratch, 0, scratch.write(text));
}
