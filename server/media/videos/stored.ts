// A stored video as what is inspected: bytes asked for by their positions.
import type { MediaStorage } from '../storage/index.ts';
import type { VideoSource } from './index.ts';

export function storedVideo(storage: MediaStorage, key: string, size: number): VideoSource {
  return {
    size,
    async read(start, end) {
      const chunks: Buffer[] = [];
      // An empty range cannot be asked for.
      if (end > start) for await (const chunk of storage.get(key, { start, end: end - 1 })) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}
