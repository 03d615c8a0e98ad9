// Ctrl-C, `kill` and a closed terminal, for commands that opened a Postgres: it is stopped before they end.

/** Each signal that asks a process to end, with its number. */
export const endings = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Stops what is being opened when the process is told to end, also while it still opens. Ends as a shell reports a
 * signal: 128 and its number. `stop` may be called twice: npm passes Ctrl-C on to a process that the terminal has told.
 */
export function stopOnSignals<T>(opening: Promise<T>, stop: (opened: T) => Promise<unknown>): Promise<T> {
  for (const [name, number] of Object.entries(endings)) {
    process.on(name, async () => {
      await opening.then(stop).catch(() => {});
      process.exit(128 + number);
    });
  }
  return opening;
}
