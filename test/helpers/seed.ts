// The seed of all random values of a run. test/run.ts hands one to all its processes, and says it when a test has failed:
// `HAAT_SEED=… npm test` makes the same values again.
import { randomInt } from 'node:crypto';

export const seed = Number(process.env.HAAT_SEED ?? randomInt(2 ** 31 - 1));
