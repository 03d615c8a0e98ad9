import type { BundleName } from './bundles.ts';
import type { Message } from './messages/message.ts';

/**
 * The texts of a language that only the pages of a bundle say, or all others. Browsers get a file for each of them, and a module
 * of this name that imports these files (server/staff/pages/desk-keys.ts).
 */
export async function textsOf(language: 'en' | 'bn', _place: BundleName | 'start'): Promise<Record<string, Message>> {
  return language === 'bn' ? (await import('./messages/bn.ts')).bn : (await import('./messages/en.ts')).en;
}
