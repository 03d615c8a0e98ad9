// The pictures that are on their way: each with its preview, how far it is, and what was wrong.
import { Refusal } from '../../client.ts';
import { t } from '../../i18n.ts';
import { Button, Icon, ProblemText, say } from '../../parts.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import { type Purpose, uploadFile } from './uploads.ts';

type Upload = { key: number; name: string; preview: string; share: number; problem?: Refusal | undefined };
export type Uploaded = { uploadId: string; preview: string };
type Work = { file: File; preview: string; controller: AbortController };

/** `onUploaded` takes each picture as soon as it is there, one after the other, in the order in which they were given. */
export function useUploads(
  onUploaded: (uploaded: Uploaded, signal: AbortSignal) => Promise<void> | void,
  purpose: Purpose = 'image',
) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const works = useRef(new Map<number, Work>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const next = useRef(0);
  const take = useRef(onUploaded);
  take.current = onUploaded;
  useEffect(
    () => () => {
      for (const { controller } of works.current.values()) controller.abort();
    },
    [],
  );
  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const drop = (key: number) => {
    works.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  };
  const run = (key: number) => {
    const work = works.current.get(key)!;
    work.controller = new AbortController();
    const { signal } = work.controller;
    last.current = last.current.then(async () => {
      if (signal.aborted) return;
      try {
        const uploadId = await uploadFile(work.file, purpose, {
          onProgress: (share) => change(key, { share }),
          signal,
        });
        await take.current({ uploadId, preview: work.preview }, signal);
        drop(key);
      } catch (error) {
        if (error instanceof Refusal) change(key, { problem: error, share: 0 });
        else if ((error as Error).name !== 'AbortError') throw error;
      }
    });
  };
  return {
    uploads,
    add(files: Iterable<File>) {
      for (const file of files) {
        // A file of another kind is judged by the server: browsers know few.
        if (purpose === 'image' && !file.type.startsWith('image/')) {
          say(t('pictures.notOne', { name: file.name }));
          continue;
        }
        const key = next.current++;
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : '';
        works.current.set(key, { file, preview, controller: new AbortController() });
        setUploads((all) => [...all, { key, name: file.name, preview, share: 0 }]);
        run(key);
      }
    },
    cancel(key: number) {
      works.current.get(key)?.controller.abort();
      drop(key);
    },
    retry(key: number) {
      change(key, { problem: undefined });
      run(key);
    },
  };
}

type UploadsProps = { uploads: Upload[]; onCancel: (key: number) => void; onRetry: (key: number) => void };

/** What is on its way, with a way to end it and, after a failure, to try again. */
export const UploadList = ({ uploads, onCancel, onRetry }: UploadsProps): VNode | null =>
  uploads.length === 0
    ? null
    : html`<ul class="uploads" aria-label=${t('pictures.underWay')}>
        ${uploads.map(
          ({ key, name, preview, share, problem }) => html`<li key=${key}>
            <span class="thumbnail">${preview && html`<img src=${preview} alt="" />`}</span>
            <div class="row-text">
              <span>${name}</span>
              ${
                problem
                  ? html`<p class="problem" role="alert"><${Icon} name="exclamation-triangle" /> <${ProblemText} of=${problem} /></p>`
                  : html`<progress value=${share} max="1" aria-label=${t('pictures.progress', { name })}></progress>`
              }
            </div>
            ${problem && html`<${Button} kind="plain" onClick=${() => onRetry(key)}>${t('do.retry')}<//>`}
            <${Button} kind="plain" icon="x-lg" title=${t('pictures.cancel', { name })} onClick=${() => onCancel(key)} />
          </li>`,
        )}
      </ul>`;

type PickProps = { onFiles: (files: Iterable<File>) => void; purpose?: Purpose };

/** What is asked for: a phone then converts its own forms. */
const accepted = { image: 'image/*', attachment: 'image/jpeg,image/png,image/webp,application/pdf' };
const texts = {
  image: { choose: 'pictures.choose', hint: 'pictures.dropHere' },
  attachment: { choose: 'attachments.choose', hint: 'attachments.dropHere' },
} as const;

/** The ways a picture comes in: files, the camera of a phone, dropped or pasted anywhere on the page. */
export function PicturePicker({ onFiles, purpose = 'image' }: PickProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])];
      // With a dialog open, what is pasted is for it.
      const dialog = document.querySelector('dialog[open]');
      if (pasted.length === 0 || (dialog && !dialog.contains(box.current))) return;
      event.preventDefault();
      take.current(pasted);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
  const pick = (event: Event) => {
    const input = event.target as HTMLInputElement;
    onFiles([...(input.files ?? [])]);
    input.value = '';
  };
  const drag = (is: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(is);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  const { choose, hint } = texts[purpose];
  return html`<div ref=${box} class="drop ${purpose} ${isOver ? 'over' : ''}" onDragEnter=${drag(true)} onDragOver=${drag(true)}
    onDragLeave=${drag(false)} onDrop=${drop}>
    <input ref=${files} type="file" accept=${accepted[purpose]} multiple hidden aria-label=${t(choose)} onChange=${pick} />
    <input ref=${camera} type="file" accept="image/*" capture="environment" hidden aria-label=${t('pictures.camera')} onChange=${pick} />
    <${Button} kind="plain" icon="upload" onClick=${() => files.current!.click()}>${t(choose)}<//>
    <${Button} kind="plain" icon="camera" onClick=${() => camera.current!.click()}>${t('pictures.camera')}<//>
    <p class="quiet">${t(hint)}</p>
  </div>`;
}
