// The videos of a product: uploaded in parts, or taken from a link. One that is unfinished goes on with the same file.
import { insist, newKey, Refusal } from '../../client.ts';
import { label, number, t } from '../../i18n.ts';
import { Badge, Button, Card, Empty, Form, Problem, say, TextField } from '../../parts.ts';
import { useSave } from '../../use.ts';
import { html, useEffect, useRef, useState, type VNode } from '../../view.ts';
import type { Product } from './model.ts';
import type { Begun } from './video-upload.ts';
import { attachProductVideo, createVideo, deleteVideo, placeProductVideo, removeProductVideo } from './videos.graphql';

type Placement = Product['videoPlacements']['nodes'][number];
type Video = NonNullable<Placement['video']>;
type Running = { id: string; share: number };
type Props = { product: Product; onChanged: () => Promise<void>; mayChange: boolean };

/** What an upload needs to go on, if the server has begun it with a file like this. */
const begunWith = (videos: Video[], file: File): Begun | undefined => {
  const found = videos.find(
    ({ status, source, fileName, sizeBytes }) =>
      status === 'uploading' && source === 'upload' && fileName === file.name && Number(sizeBytes) === file.size,
  );
  return found && { id: found.id, partSize: found.partSize!, partCount: found.partCount! };
};

export function Videos({ product, onChanged, mayChange }: Props): VNode {
  const [running, setRunning] = useState<Running>();
  const [problem, setProblem] = useState<Refusal>();
  const controller = useRef<AbortController | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const placements = product.videoPlacements.nodes;
  const videos = placements.flatMap(({ video }) => video ?? []);

  const begin = async (file: File, signal: AbortSignal): Promise<Begun> => {
    const known = begunWith(videos, file);
    if (known) return known;
    const { createVideo: made } = await insist(
      createVideo,
      { storeId: product.storeId, fileName: file.name, sizeBytes: String(file.size) },
      newKey(),
      signal,
    );
    const { id, partSize, partCount } = made!.video!;
    await insist(attachProductVideo, { productId: product.id, videoId: id }, newKey(), signal);
    await onChanged();
    return { id, partSize: partSize!, partCount: partCount! };
  };
  const send = async (file: File) => {
    const mine = new AbortController();
    controller.current = mine;
    setProblem(undefined);
    setRunning({ id: '', share: 0 });
    try {
      const begun = await begin(file, mine.signal);
      setRunning({ id: begun.id, share: 0 });
      const { sendVideo } = await import('./video-upload.ts');
      await sendVideo(file, begun, (share) => setRunning({ id: begun.id, share }), mine.signal);
      say(t('videos.sent'));
    } catch (error) {
      if (error instanceof Refusal) setProblem(error);
      else if ((error as Error).name !== 'AbortError') throw error;
    } finally {
      if (controller.current === mine) setRunning(undefined);
      await onChanged();
    }
  };
  const pick = (event: Event) => {
    const target = event.target as HTMLInputElement;
    const file = target.files?.[0];
    if (file) void send(file);
    target.value = '';
  };
  return html`<${Card} title=${t('videos.title')}>
    ${placements.length === 0 && html`<${Empty}>${t('videos.none')}<//>`}
    <ul class="videos">
      ${placements.map(
        (
          placement,
        ) => html`<${VideoRow} key=${placement.video?.id} placement=${placement} product=${product} mayChange=${mayChange}
          running=${running?.id === placement.video?.id ? running : undefined} onChanged=${onChanged} onResume=${() => input.current!.click()} />`,
      )}
    </ul>
    ${
      running &&
      html`<div class="uploads"><div class="row">
        <progress value=${running.share} max="1" aria-label=${t('videos.progress')}></progress>
        <span class="figure">${number(Math.floor(running.share * 100))}%</span>
        <${Button} kind="plain" onClick=${() => controller.current?.abort()}>${t('videos.stop')}<//>
      </div></div>`
    }
    <${Problem} of=${problem} />
    ${
      mayChange &&
      html`<div class="stack">
        <input ref=${input} type="file" accept="video/mp4" hidden aria-label=${t('videos.choose')} onChange=${pick} />
        <${Button} kind="plain" icon="upload" disabled=${running !== undefined} onClick=${() => input.current!.click()}>${t('videos.choose')}<//>
        <p class="quiet">${t('videos.what')}</p>
        <${Import} product=${product} onChanged=${onChanged} />
      </div>`
    }
  <//>`;
}

type RowProps = {
  placement: Placement;
  product: Product;
  mayChange: boolean;
  running: Running | undefined;
  onChanged: () => Promise<void>;
  onResume: () => void;
};

function VideoRow({ placement, product, mayChange, running, onChanged, onResume }: RowProps): VNode | null {
  const { video, gallerySlot } = placement;
  const place = useSave(placeProductVideo);
  const remove = useSave(removeProductVideo);
  const discard = useSave(deleteVideo);
  if (!video) return null;
  const isOpen = video.status === 'uploading';
  const away = async () => {
    const gone = await remove.save({ id: product.id, videoId: video.id });
    // What never became a video is of no use to other products.
    if (gone && isOpen) await discard.save({ id: video.id });
    if (gone) await onChanged();
  };
  const move = async (slot: number) => {
    if (await place.save({ id: product.id, videoId: video.id, gallerySlot: slot })) await onChanged();
  };
  const name = video.fileName ?? video.sourceUrl ?? '';
  return html`<li>
    ${
      video.url
        ? html`<video src=${video.url} poster=${video.posterUrl} controls preload="none" aria-label=${name}></video>`
        : html`<span class="thumbnail"></span>`
    }
    <div class="row-text">
      <p>${name}</p>
      <p><${Badge} list="videoStatus" code=${video.status} /> <span class="quiet">${t('videos.place', { count: gallerySlot })}</span></p>
      ${video.rejectionMessage && html`<p class="problem">${video.rejectionMessage}</p>`}
      ${video.abortReason && html`<p class="problem">${label('videoAbort', video.abortReason)}</p>`}
      ${isOpen && !running && video.source === 'upload' && html`<p>${t('videos.resumeWhy')}</p>`}
      <${Problem} of=${place.problem ?? remove.problem ?? discard.problem} />
      ${
        mayChange &&
        html`<div class="row">
          ${isOpen && !running && video.source === 'upload' && html`<${Button} onClick=${onResume}>${t('videos.resume')}<//>`}
          <${Button} kind="plain" icon="arrow-left" title=${t('videos.earlier', { name })} disabled=${gallerySlot === 0}
            isBusy=${place.isBusy} onClick=${() => move(gallerySlot - 1)} />
          <${Button} kind="plain" icon="arrow-right" title=${t('videos.later', { name })} isBusy=${place.isBusy}
            disabled=${gallerySlot >= product.productImages.nodes.length} onClick=${() => move(gallerySlot + 1)} />
          <${Button} kind="plain" icon="trash" title=${t('videos.remove', { name })} isBusy=${remove.isBusy} onClick=${away} />
        </div>`
      }
    </div>
  </li>`;
}

function Import({ product, onChanged }: { product: Product; onChanged: () => Promise<void> }): VNode {
  const [isOpen, setOpen] = useState(false);
  const [videoUrl, setVideoUrl] = useState('');
  const { save, isBusy, problem, cancel } = useSave(attachProductVideo);
  const submit = async () => {
    if (!(await save({ productId: product.id, videoUrl: videoUrl.trim() }))) return;
    setVideoUrl('');
    setOpen(false);
    say(t('videos.importing'));
    await onChanged();
  };
  if (!isOpen) return html`<${Button} kind="plain" onClick=${() => setOpen(true)}>${t('videos.link')}<//>`;
  return html`<${Form} onSubmit=${submit} submit=${t('videos.import')} isBusy=${isBusy} problem=${problem} onCancel=${cancel}>
    <${TextField} label=${t('videos.url')} value=${videoUrl} onInput=${setVideoUrl} problems=${problem?.fields.videoUrl}
      attributes=${{ type: 'url', placeholder: 'https://…', required: true }} />
  <//>`;
}
