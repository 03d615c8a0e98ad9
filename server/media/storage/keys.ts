// Names of stored files. Words of harmless characters between slashes, so that no key leads out of the store and none
// reaches what the store keeps for itself, whose names begin with a dot.
import { randomUUID } from 'node:crypto';
import path from 'node:path';

export const isMediaKey = (key: string) => /^[a-z0-9_-]+(\/[a-z0-9_-]+)*\.[a-z0-9]+$/.test(key) && key.length <= 300;

export const newImageKey = (companyId: string) => `images/${companyId}/${randomUUID()}.webp`;

export const newVideoKey = (companyId: string) => `videos/${companyId}/${randomUUID()}.mp4`;

const types: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4' };

/** The content type of what is kept under a key; undefined for what is never served. */
export const mediaType = (key: string) => types[path.extname(key)];

/** A key never changes its content, so a copy may be kept for ever. */
export const cachedForever = 'public, max-age=31536000, immutable';
