// The saved operations: found by their words, filled in as a form, or opened in the explorer.
import { t } from '../../i18n.ts';
import { operations } from '../../operations/index.ts';
import { Empty, TextField } from '../../parts.ts';
import { type PageProps, setQuery } from '../../router.ts';
import { html, type VNode } from '../../view.ts';
import { ToolsHead } from './tabs.ts';

export default function Library({ query }: PageProps): VNode {
  const find = query.get('find') ?? '';
  const words = find.toLowerCase().split(/\s+/);
  const found = operations.filter(({ title, about, group, query: text }) => {
    const all = `${group} ${title} ${about} ${text}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return html`
    <${ToolsHead} current="library" />
    <p>${t('tools.about')}</p>
    <${TextField} label=${t('tools.find')} value=${find} onInput=${(value: string) => setQuery({ find: value })}
      attributes=${{ type: 'search', autocomplete: 'off' }} />
    ${found.length === 0 && html`<${Empty}>${t('tools.none')}<//>`}
    ${[...Map.groupBy(found, ({ group }) => group)].map(
      ([group, members]) => html`<section key=${group} class="library">
        <h2 lang="en">${group}</h2>
        <ul class="list" lang="en">
          ${members.map(
            ({ id, title, about, needs }) => html`<li key=${id}>
              <a class="grow" href="/admin/tools/${id}">
                <strong>${title}</strong>
                <span class="quiet">${about}</span>
                ${needs && html`<span class="quiet">Needs ${needs}</span>`}
              </a>
            </li>`,
          )}
        </ul>
      </section>`,
    )}
  `;
}
