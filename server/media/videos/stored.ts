// Reads a stored video as the source of an inspection.
import type { MediaStorage } from '../storage/index.ts';
import type { VideoSource } from './index.ts';

export function storedVideo(storage: MediaStorage, key: string, size: number): VideoSource {
  return {
    size,
    async read(start, end) {
      const chunks: Buffer[] = [];
      // HTTP has no empty range.
      if (end > start) for await (const chunk of storage.get(key, { start, end: end - 1 })) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}
