// A page of rows that are made and changed in a dialog: locations, couriers.
import { useCompany } from '../../company.ts';
import { type MessageKey, t } from '../../i18n.ts';
import { HistoryLink } from '../../parts/history-link.ts';
import { Badge, Button, Loading, PageHead, Problem } from '../../parts.ts';
import type { Read } from '../../use.ts';
import { html, useState, type VNode } from '../../view.ts';
import { Editor, type EditorField } from './editor.ts';
import { back } from './index.ts';

type Row = { id: string; name: string; status: string };
type Props<R extends Row> = {
  /** What the rows are, as the journal names it. */
  type: string;
  title: MessageKey;
  add: MessageKey;
  read: Read<unknown>;
  /** The rows as they are by now. */
  readRows: () => Promise<readonly R[]>;
  rows: readonly R[] | undefined;
  describe: (row: R) => string;
  /** What else is done with a row, before the pencil. */
  acts?: (row: R) => VNode;
  fields: EditorField[];
  changeFields: EditorField[];
  create: unknown;
  update: unknown;
};

export const statusField: EditorField = {
  name: 'status',
  text: 'settings.status',
  kind: 'choice',
  codes: ['active', 'inactive'],
  list: 'rowStatus',
};

export function RowList<R extends Row>({
  type,
  title,
  add,
  read,
  rows,
  readRows,
  describe,
  acts,
  ...editor
}: Props<R>): VNode {
  const mayChange = useCompany().can('settings_manage');
  const [open, setOpen] = useState<R | 'new'>();
  return html`
    <${PageHead} title=${t(title)} back=${back()}>
      ${mayChange && html`<${Button} icon="plus-lg" onClick=${() => setOpen('new')}>${t(add)}<//>`}
    <//>
    <${Problem} of=${read.problem} onRetry=${read.reload} />
    ${!rows && !read.problem && html`<${Loading} />`}
    <ul class="list">
      ${rows?.map(
        (row) => html`<li key=${row.id}>
          <span class="grow"><strong>${row.name}</strong><br /><span class="quiet">${describe(row)}</span></span>
          ${row.status !== 'active' && html`<${Badge} list="rowStatus" code=${row.status} />`}
          <${HistoryLink} type=${type} id=${row.id} />
          ${mayChange && acts?.(row)}
          ${mayChange && html`<${Button} kind="plain" icon="pencil" title=${t('settings.changeOne', { name: row.name })} onClick=${() => setOpen(row)} />`}
        </li>`,
      )}
    </ul>
    ${
      open &&
      html`<${Editor} title=${open === 'new' ? t(add) : t('settings.changeOne', { name: open.name })}
        fields=${open === 'new' ? editor.fields : editor.changeFields} row=${open === 'new' ? undefined : open}
        readRow=${async (id: string) => (await readRows()).find((row) => row.id === id)}
        mutation=${open === 'new' ? editor.create : editor.update}
        onSaved=${read.reload} onClose=${() => setOpen(undefined)} />`
    }
  `;
}
