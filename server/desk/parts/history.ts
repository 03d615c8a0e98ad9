// What happened to a record, the newest first, with the notes of staff among it and a field for another note.
import type { Document } from '../client.ts';
import { label, t } from '../i18n.ts';
import { Button, Card, Form, Problem, say, TextField, Time } from '../parts.ts';
import { useSave } from '../use.ts';
import { html, useState, type VNode } from '../view.ts';
import { HistoryLink } from './history-link.ts';
import type { PagedList } from './use-pages.ts';

export type Entry = {
  id: string;
  at: string | null;
  actorName: string | null;
  subject: string | null;
  subjectName: string | null;
  action: string | null;
  note: string | null;
};

type Props<Data> = {
  list: PagedList<Entry>;
  /** The mutation that adds a note, of this record; null for who may not. */
  note: Document<Data, { id: string; note: string }> | null;
  id: string;
  /** What it is, as the journal names it. */
  type: string;
  /** The name of the record itself, which need not be told again. */
  name: string;
};

export function History<Data>({ list, note, id, type, name }: Props<Data>): VNode {
  const { rows = [], problem, isLoading, more, reload } = list;
  return html`<${Card} title=${t('history.title')} acts=${html`<${HistoryLink} type=${type} id=${id} />`}>
    ${note && html`<${NoteForm} note=${note} id=${id} onDone=${reload} />`}
    <${Problem} of=${problem} onRetry=${reload} />
    <ol class="history">
      ${rows.map(
        ({ id: key, at, actorName, subject, subjectName, action, note: text }) => html`<li key=${key}>
          <p>${label('did', `${what(subject)}.${action}`)}${subjectName && subjectName !== name && html` <span class="quiet">${subjectName}</span>`}</p>
          ${text && html`<p class="note">${text}</p>`}
          <p class="quiet"><${Time} at=${at} /> · ${actorName}</p>
        </li>`,
      )}
    </ol>
    ${more && html`<${Button} kind="plain" isBusy=${isLoading} onClick=${more}>${t('do.more')}<//>`}
  <//>`;
}

/** What happened to parcels, returns and payments of an order happened to the order. */
const what = (subject: string | null) => (['parcel', 'return', 'payment'].includes(subject ?? '') ? 'order' : subject);

type NoteProps<Data> = { note: Document<Data, { id: string; note: string }>; id: string; onDone: () => Promise<void> };

function NoteForm<Data>({ note, id, onDone }: NoteProps<Data>): VNode {
  const [text, setText] = useState('');
  const { save, isBusy, problem, cancel } = useSave(note);
  const submit = async () => {
    if (!(await save({ id, note: text.trim() }))) return;
    setText('');
    say(t('history.noted'));
    await onDone();
  };
  return html`<${Form} onSubmit=${submit} submit=${t('history.add')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}
    disabled=${!text.trim()}>
    <${TextField} label=${t('history.note')} hint=${t('history.noteHint')} rows=${2} value=${text} onInput=${setText} />
  <//>`;
}
