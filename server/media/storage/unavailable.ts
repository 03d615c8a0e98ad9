/** The storage failed: network, time-out, full disk. The reason is in `cause`, for the log only. */
export class StorageUnavailable extends Error {}

export const unavailableBecause = (cause: unknown) => new StorageUnavailable('The storage did not answer.', { cause });
