// A process of its own that reads one picture and says how much its memory grew: node image-memory.ts <small> <large>
import fs from 'node:fs';
import { readImage } from '../../../server/media/images/index.ts';

// What the library itself takes is not the picture's doing.
await readImage(fs.readFileSync(process.argv[2]!));
const before = process.memoryUsage.rss();
let peak = before;
// Pictures are read beside the event loop, so it can look while they are. (The system's own figure for the peak counts
// the process that started this one.)
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 2);
const { width, height } = await readImage(fs.readFileSync(process.argv[3]!));
clearInterval(watch);
const megabytes = Math.round((peak - before) / 1_048_576);
console.log(JSON.stringify({ width, height, megabytes }));
