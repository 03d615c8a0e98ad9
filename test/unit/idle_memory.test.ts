// A process at rest gives back what large answers left; one that is busy, or holds what it needs, is left alone.
import test from 'ava';
import { idleCollector } from '../../server/process/idle-memory.ts';

const megabyte = 1024 * 1024;

test('garbage is collected once there is nothing to do, and what stays is not looked through again', (t) => {
  let rss = 120;
  let utilization = 0;
  let inUse = 110;
  const look = idleCollector({
    rss: () => rss * megabyte,
    utilization: () => utilization,
    collect() {
      rss = inUse;
    },
  });
  t.false(look(), 'it is small');
  rss = 250;
  utilization = 0.5;
  t.false(look(), 'it is busy');
  utilization = 0;
  t.true(look());
  t.is(rss, 110);
  t.false(look());
  rss = 250;
  inUse = 200;
  t.true(look());
  t.true(look(), 'once more, where much was freed');
  t.false(look(), 'what is in use stays');
  rss = 215;
  t.false(look(), 'hardly more than that');
  rss = 230;
  t.true(look());
  rss = 170;
  t.false(look(), 'it fell by itself');
  rss = 200;
  t.true(look(), 'and rose from there');
});
