// Where images and videos are kept, behind one interface: a folder of this machine, or a bucket that speaks S3. A key
// is written once and never changes its content. Large files come in parts, which clients send to the storage itself by
// signed addresses; a part is bound to its length and its MD5, so that no other bytes can take its place.
import type { MediaStore } from '../../process/settings.ts';
import { FolderStorage } from './folder.ts';
import { S3Storage } from './s3.ts';
import type { MediaStorage } from './types.ts';

export { isMediaKey, newImageKey, newVideoKey } from './keys.ts';
export type * from './types.ts';
export { partSize } from './types.ts';
export { StorageUnavailable } from './unavailable.ts';

/** `mediaUrl` is the address of our own media origin, which takes the parts that go to a folder. */
export function openStorage(store: MediaStore, mediaUrl: string): MediaStorage {
  return store.kind === 'folder' ? new FolderStorage(store.directory, mediaUrl) : new S3Storage(store);
}
