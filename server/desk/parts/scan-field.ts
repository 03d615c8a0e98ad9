// Where codes come in: typed, by a scanner, which types like a very fast person and presses Enter, or by the camera where
// the browser reads barcodes itself (BarcodeDetector).
import { t } from '../i18n.ts';
import { Button, Labelled } from '../parts.ts';
import { html, type TargetedEvent, useEffect, useRef, useState, type VNode } from '../view.ts';

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type Detecting = { BarcodeDetector?: new () => Detector };
type ScanProps = {
  label: string;
  onScan: (code: string) => void;
  /** Called with the value of the field while it is typed, to search meanwhile. */
  onType?: (text: string) => void;
  problems?: string[] | undefined;
  hint?: string;
  /** The field has the focus when the page opens. On a phone that would open its keyboard. */
  isFirst?: boolean;
};

const Reader = (globalThis as Detecting).BarcodeDetector;
const hasCamera = () => Boolean(Reader && navigator.mediaDevices);
const isTouched = () => matchMedia('(pointer: coarse)').matches;

export function ScanField({ label, onScan, onType, problems, hint, isFirst }: ScanProps): VNode {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const input = () => form.current!.querySelector('input')!;
  const type = (value: string) => {
    setText(value);
    onType?.(value);
  };
  const scan = (code: string) => {
    type('');
    if (code.trim()) onScan(code.trim());
  };
  useEffect(() => {
    if (isFirst && !isTouched()) input().focus();
    return onStrayKeys(input);
  }, []);
  return html`<form
    ref=${form}
    method="post"
    class="scan"
    onSubmit=${(event: Event) => {
      event.preventDefault();
      // The value of the field now: a scanner may be done before the page is drawn again.
      scan(input().value);
    }}
  >
    <${Labelled} label=${label} problems=${problems} hint=${hint} input=${(of: object) =>
      html`<input
        ...${of}
        value=${text}
        onInput=${(event: TargetedEvent<HTMLInputElement>) => type(event.currentTarget.value)}
        autocomplete="off"
        autocapitalize="none"
        spellcheck=${false}
        enterkeyhint="done"
      />`} />
    ${
      hasCamera() &&
      html`<${Button} kind="plain" icon="camera" title=${t(isOpen ? 'scan.close' : 'scan.camera')}
        onClick=${() => setOpen(!isOpen)} />`
    }
    ${isOpen && html`<${Camera} onScan=${scan} onClose=${() => setOpen(false)} />`}
  </form>`;
}

/** A scanner types wherever the focus is: what begins on no field goes to this one. Letters of shortcuts are small. */
function onStrayKeys(input: () => HTMLInputElement): () => void {
  const take = (event: KeyboardEvent) => {
    const { tagName, isContentEditable } = event.target as HTMLElement;
    if (isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName) || document.querySelector('dialog[open]'))
      return;
    if (/^[0-9A-Z]$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey) input().focus();
  };
  document.addEventListener('keydown', take);
  return () => document.removeEventListener('keydown', take);
}

/**
 * Reads what the camera sees. A code counts once until frames of a second have not shown it: single ones miss it, and a page
 * that has other work for a second looks at none.
 */
function Camera({ onScan, onClose }: { onScan: (code: string) => void; onClose: () => void }): VNode {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onScan);
  latest.current = onScan;
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const element = video.current!;
    let stream: MediaStream | undefined;
    let isWanted = true;
    let frame = 0;
    const last = { code: '', missedFrom: 0, missedTo: 0 };
    const detector = new Reader!();
    const look = async () => {
      if (!isWanted) return;
      const [found] = await detector.detect(element).catch(() => []);
      if (!isWanted) return;
      const code = found?.rawValue ?? '';
      if (!code) {
        last.missedTo = performance.now();
        last.missedFrom ||= last.missedTo;
      } else {
        const isNew = code !== last.code || last.missedTo - last.missedFrom > 1000;
        Object.assign(last, { code, missedFrom: 0, missedTo: 0 });
        if (isNew) {
          signal(true);
          latest.current(code);
        }
      }
      frame = element.requestVideoFrameCallback(look);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (!isWanted) return stop();
      element.srcObject = stream;
      await element.play();
      if (isWanted) frame = element.requestVideoFrameCallback(look);
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch(() => isWanted && setProblem(t('scan.noCamera')));
    return () => {
      isWanted = false;
      element.cancelVideoFrameCallback(frame);
      stop();
    };
  }, []);
  return html`<div class="camera">
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : html`<video ref=${video} muted playsinline></video>`}
    <${Button} kind="plain" onClick=${onClose}>${t('scan.close')}<//>
  </div>`;
}

let sound: AudioContext | undefined;

/** A high short tone for a right scan, a low long one for a wrong scan; a phone also vibrates. */
export function signal(isGood: boolean): void {
  navigator.vibrate?.(isGood ? 40 : [150, 80, 150]);
  sound ??= new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.value = 0.15;
  tone.type = isGood ? 'sine' : 'square';
  tone.frequency.value = isGood ? 1200 : 180;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + (isGood ? 0.08 : 0.45));
}
