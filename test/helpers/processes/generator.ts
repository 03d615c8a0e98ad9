// One generator of faults in a process of its own: what it breaks or leaves in memory is not the next one's.
import path from 'node:path';
import type { Generator } from '../faults.ts';

const [name, minutes, seed, size] = process.argv.slice(2);
const { run } = (await import(path.join(import.meta.dirname, `../../faults/${name}.ts`))) as { run: Generator };
process.send!(await run({ minutes: Number(minutes), seed: Number(seed), size: Number(size) }), () => process.exit(0));
