// Gives memory back when there is nothing to do. What large pages, pictures and uploads leave behind is garbage, and Node collects
// it when it next needs room: a process at rest would keep it for hours.
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

const megabyte = 1024 * 1024;
/** A process that has done nothing large is below it. */
const worthwhile = 160 * megabyte;
/** So much more than after the last time: what is in use stays, and is not looked through again and again. */
const grown = 16 * megabyte;
const lookEveryMs = 5_000;
/** A collection stands in the way for some hundredths of a second: no request is to wait for it. */
const mostBusy = 0.05;

type Watched = { rss: () => number; utilization: () => number; collect: () => void };

/** Whether a look now collected; to be asked from time to time. */
export function idleCollector({ rss, utilization, collect }: Watched): () => boolean {
  let kept = 0;
  return () => {
    const isBusy = utilization() > mostBusy;
    const held = rss();
    kept = Math.min(kept, held);
    if (isBusy || held < Math.max(worthwhile, kept + grown)) return false;
    collect();
    // What was freed may have held more outside of Node's heap, which goes with the next collection.
    kept = held - rss() > grown ? rss() - grown : rss();
    return true;
  };
}

/** Gives the function that ends it. */
export function collectWhenIdle(): () => void {
  // Node has no other way to ask for a collection in a process that runs.
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  v8.setFlagsFromString('--no-expose-gc');
  let before = performance.eventLoopUtilization();
  const look = idleCollector({
    rss: () => process.memoryUsage.rss(),
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect,
  });
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
