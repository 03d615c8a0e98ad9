// What this tab has read, so that it can be read without a connection. It goes with the tab, and with the session: names of
// customers stay on no shared computer.

import { token } from './session.ts';
import { seenName } from './session-name.ts';

const mostKept = 40;
const mostLength = 100_000;

type Kept = { of: string; data: unknown };

/** Names of what is kept, the newest first; those of another session are deleted. */
function index(): string[] {
  const { by, names } = JSON.parse(sessionStorage.getItem(seenName) ?? '{"names":[]}') as {
    by?: string;
    names: string[];
  };
  if (by === token()) return names;
  for (const name of names) sessionStorage.removeItem(name);
  return [];
}

/** Of all letters: a text that has the name of another is found by `of`. */
function nameOf(of: string): string {
  let sum = 0;
  for (let at = 0; at < of.length; at++) sum = (Math.imul(sum, 31) + of.charCodeAt(at)) | 0;
  return `${seenName}.${sum}`;
}

export function keepSeen(document: string, given: string, data: unknown): void {
  const of = document + given;
  const text = JSON.stringify({ of, data } satisfies Kept);
  if (!token() || text.length > mostLength) return;
  const name = nameOf(of);
  const names = [name, ...index().filter((other) => other !== name)];
  for (const old of names.splice(mostKept)) sessionStorage.removeItem(old);
  try {
    sessionStorage.setItem(name, text);
    sessionStorage.setItem(seenName, JSON.stringify({ by: token(), names }));
  } catch {
    // The tab's room is full: drafts need it more.
    for (const old of names) sessionStorage.removeItem(old);
    sessionStorage.removeItem(seenName);
  }
}

/** What was last read of this, if it is still here. */
export function seen<Data>(document: string, given: string): Data | undefined {
  const name = nameOf(document + given);
  if (!index().includes(name)) return undefined;
  const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null;
  return kept?.of === document + given ? (kept.data as Data) : undefined;
}
