import { type Answer, answered, type Outcome } from '../gate.ts';

/** Trouble of the storage itself: its network, a time-out, a full disk. What it was is the `cause`, for the log alone. */
export class StorageUnavailable extends Error {}

export const unavailableBecause = (cause: unknown) => new StorageUnavailable('The storage did not answer.', { cause });

/** Such trouble as the answer to an admitted call; it is never stored, so the same call may be made again. */
export async function unlessUnavailable(admission: Outcome, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    return answered(admission, { sqlstate: 'HT016', message: 'The storage did not answer; try again in a while.' });
  }
}
