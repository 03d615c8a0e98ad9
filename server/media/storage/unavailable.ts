/** Trouble of the storage itself: its network, a time-out, a full disk. What it was is the `cause`, for the log alone. */
export class StorageUnavailable extends Error {}

export const unavailableBecause = (cause: unknown) => new StorageUnavailable('The storage did not answer.', { cause });
