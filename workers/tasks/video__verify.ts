// Wakes the lanes of checks. The job is done at once: what is due stands in app.videos, under leases.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ videos }: Services): Task =>
  async () =>
    videos.checks.wake();
