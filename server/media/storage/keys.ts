// Names of stored files: words of harmless characters, separated by slashes. So no key leads out of the storage folder,
// and none reaches the internal files there, whose names begin with a dot.
import { randomUUID } from 'node:crypto';
import path from 'node:path';

export const isMediaKey = (key: string) => /^[a-z0-9_-]+(\/[a-z0-9_-]+)*\.[a-z0-9]+$/.test(key) && key.length <= 300;

export const newImageKey = (companyId: string) => `images/${companyId}/${randomUUID()}.webp`;

/** A picture, or a PDF: `extension` is webp or pdf. */
export const newAttachmentKey = (companyId: string, extension: 'webp' | 'pdf') =>
  `attachments/${companyId}/${randomUUID()}.${extension}`;

export const newVideoKey = (companyId: string) => `videos/${companyId}/${randomUUID()}.mp4`;

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.csv': 'text/csv; charset=utf-8',
  '.ndjson': 'application/x-ndjson',
};

/** Exports and attachments are given only for a signed address with an end. */
export const isPrivateKey = (key: string) => /^(exports|attachments)\//.test(key);

/** The content type of a stored file. Undefined for files that are never served. */
export const mediaType = (key: string) => types[path.extname(key)];

/** The content of a key never changes, so clients may cache it for ever. */
export const cachedForever = 'public, max-age=31536000, immutable';
