// A person who has only a keyboard, or only a finger: walks to what is named and presses it, types into it or chooses in it.
import type { Locator, Page } from 'playwright-core';
import { bn } from '../../server/desk/messages/bn.ts';
import { en } from '../../server/desk/messages/en.ts';

export type Means = 'keyboard' | 'touch';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const written = (message: unknown): string[] =>
  (typeof message === 'string' ? [message] : Object.values(message as object)) as string[];

/** What an English text of the pages is called in a language: all that it is in Bengali, where several keys have it. */
export function nameOf(text: string, language: 'en' | 'bn', values: Record<string, string> = {}): RegExp {
  const keys = (Object.keys(en) as (keyof typeof en)[]).filter((key) => written(en[key]).includes(text));
  if (keys.length === 0) throw new Error(`no text of the pages is: ${text}`);
  const texts = language === 'en' ? [text] : keys.flatMap((key) => written(bn[key]));
  const filled = texts.map((one) =>
    escaped(one).replaceAll(/\\\{(\w+)\\\}/g, (_, name) => escaped(values[name] ?? '') || '.*'),
  );
  return new RegExp(`^(${[...new Set(filled)].join('|')})`);
}

/** Both run in the page. */
type Shown = { ownerDocument: { activeElement: unknown }; matches(selector: string): boolean };
const hasFocus = (one: unknown) => (one as Shown).ownerDocument.activeElement === one;
const isBox = (one: unknown) => (one as Shown).matches('input[type=checkbox], input[type=radio]');

export class Hands {
  /** Keys that only walked: like a way of the hand over the desk, they are no acts. */
  walked = 0;

  readonly page: Page;
  readonly means: Means;

  constructor(page: Page, means: Means) {
    this.page = page;
    this.means = means;
  }

  /** Walks on until the focus is there: what cannot be reached is told. */
  async reach(what: Locator): Promise<void> {
    await what.waitFor();
    for (let tabs = 0; tabs < 150; tabs++) {
      if (await what.evaluate(hasFocus)) return;
      this.walked++;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${what}`);
  }

  async press(what: Locator): Promise<void> {
    if (this.means === 'touch') return what.tap();
    await this.reach(what);
    await this.page.keyboard.press((await what.evaluate(isBox)) ? 'Space' : 'Enter');
  }

  async type(into: Locator, text: string): Promise<void> {
    if (this.means === 'touch') return into.fill(text);
    await this.reach(into);
    await this.page.keyboard.press('Control+a');
    this.walked++;
    await this.page.keyboard.type(text);
  }

  async choose(from: Locator, label: string): Promise<void> {
    if (this.means === 'touch') return void (await from.selectOption({ label }));
    await this.reach(from);
    await this.page.keyboard.type(label);
  }
}
