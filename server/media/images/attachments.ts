// What people attach to orders, payments and purchases: a picture is converted as those of products are, a PDF is kept as it is
// and only ever given as a download. see: guides/orders#attachments
import { createHash } from 'node:crypto';
import path from 'node:path';
import { Problem } from '../../problems/problem.ts';
import { ImageRefused, readImage } from './index.ts';

export const attachmentTypes = 'application/pdf,image/webp,image/png,image/jpeg';

export type Attachment = {
  bytes: Buffer;
  extension: 'webp' | 'pdf';
  /** What SQL is told of it, besides where it is. */
  facts: { type: 'picture' | 'pdf'; width: number | null; height: number | null; sha256: string; file_name: string };
};

export async function readAttachment(bytes: Buffer, name: string): Promise<Attachment> {
  if (isPdf(bytes)) return attachment(bytes, 'pdf', name, { type: 'pdf', width: null, height: null });
  const picture = await readImage(bytes).catch((error) => {
    const isOther = error instanceof ImageRefused && error.problem.meaning.reason === 'pictureType';
    throw isOther ? new ImageRefused(new Problem('attachmentType')) : error;
  });
  return attachment(picture.bytes, 'webp', name, { type: 'picture', width: picture.width, height: picture.height });
}

function attachment(
  bytes: Buffer,
  extension: Attachment['extension'],
  name: string,
  facts: Omit<Attachment['facts'], 'sha256' | 'file_name'>,
): Attachment {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, extension, facts: { ...facts, sha256, file_name: fileName(name, extension) } };
}

/** Readers of PDF look for the end within the last kilobyte. */
function isPdf(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return false;
  if (!bytes.subarray(-1024).includes('%%EOF')) throw new ImageRefused(new Problem('pdfDamaged'));
  return true;
}

/** The last part of a path, without what no file system takes, or what turns a text around. Forms write quotes as %22. */
function fileName(given: string, extension: string): string {
  const name = (given.replaceAll('%22', '').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"<>:|?*]/gu, '')
    .trim()
    .slice(0, 200)
    .replace(/^\.+|[\ud800-\udbff]$/g, '');
  return name || `file.${extension}`;
}

/** How a file is called when it is saved: a picture is WebP by then. */
export const downloadName = (name: string, mediaKey: string) => {
  const extension = path.extname(mediaKey);
  const own = path.extname(name);
  return own.toLowerCase() === extension ? name : `${own ? name.slice(0, -own.length) : name}${extension}`;
};

/** The name at the end of a link. */
export function nameInLink(link: string): string {
  const last = new URL(link).pathname.split('/').at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
