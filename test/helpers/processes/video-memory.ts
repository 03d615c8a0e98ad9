// A process of its own that serves media from a folder and says how much its memory grew: node video-memory.ts <folder>
// It answers to messages of the test that started it.
import type { StoredPart, Upload } from '../../../server/media/storage/index.ts';
import { startMediaServer } from '../servers/media-server.ts';

export type Task = { finish: Upload; parts: StoredPart[] } | 'forget the peak' | 'tell the peak';

const { mediaUrl, storage, stop } = await startMediaServer({ kind: 'folder', directory: process.argv[2]! });
let idle = 0;
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 2);

process.on('message', async (task: Task) => {
  if (task === 'forget the peak') {
    idle = process.memoryUsage.rss();
    peak = idle;
    process.send!('forgotten');
  } else if (task === 'tell the peak') {
    process.send!({ idle: megabytes(idle), grown: megabytes(peak - idle) });
  } else {
    await storage.finishUpload(task.finish, task.parts);
    process.send!('finished');
  }
});
process.on('disconnect', async () => {
  clearInterval(watch);
  await stop();
});
process.send!(mediaUrl);

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
