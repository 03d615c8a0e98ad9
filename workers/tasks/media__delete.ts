// Wakes the lane of deletions. The job is done at once: what is due stands in internal.media_deletions.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ videos }: Services): Task =>
  async () =>
    videos.deletions.wake();
