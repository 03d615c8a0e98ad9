// Stores images and videos, in a folder of this machine or in an S3 bucket, behind one interface. A key is written once;
// its content never changes. Clients send large files in parts directly to the storage, with signed URLs. The signature
// covers the length and the MD5 of the part, so that no other bytes can be sent in its place.
import type { MediaStore } from '../../process/settings.ts';
import { FolderStorage } from './folder.ts';
import { S3Storage } from './s3.ts';
import type { MediaStorage } from './types.ts';

export { isMediaKey, newAttachmentKey, newImageKey, newVideoKey } from './keys.ts';
export type * from './types.ts';
export { partSize } from './types.ts';
export { StorageUnavailable } from './unavailable.ts';

/** `mediaUrl` is the URL of our media origin. Parts for a folder are sent there. */
export function openStorage(store: MediaStore, mediaUrl: string): MediaStorage {
  return store.kind === 'folder' ? new FolderStorage(store.directory, mediaUrl) : new S3Storage(store);
}
