// What a process says of itself, whatever LOG_LEVEL is: that it is ready, how far it has come, why it ends. People at a terminal
// read words. Elsewhere each line is a JSON object, like those of the log, so that whatever collects the lines can read all.
import { createLog, errorLog } from './log.ts';

/** Passwords and keys are for the terminal only: `facts` are the fields of the line for machines. */
export function say(message: string, { words = `haat: ${message}`, facts = {} as object } = {}): void {
  if (process.stdout.isTTY) console.log(words);
  else createLog('info').info(facts, message);
}

export function complain(message: string): void {
  if (process.stderr.isTTY) console.error(`haat: ${message}`);
  else errorLog().fatal(message);
}

export function warn(message: string): void {
  if (process.stderr.isTTY) console.error(`haat: ${message}`);
  else errorLog().warn(message);
}

/** The stream for a line of progress: on a terminal it moves. */
export function progressStream(): { isTTY?: boolean; columns?: number; write(text: string): unknown } {
  if (process.stderr.isTTY) return process.stderr;
  const log = errorLog();
  return { write: (text) => log.info(text.replace(/^haat: /, '').trimEnd()) };
}

/** What Node itself would print over many lines: its warnings, and the error that ends the process. */
export function sayErrorsAsJson(): void {
  if (process.stderr.isTTY) return;
  const log = errorLog();
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'crashed');
    process.exit(1);
  });
}
