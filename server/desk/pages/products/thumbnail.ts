// The picture beside a name: what it shows is said by the name.
import { html, type VNode } from '../../view.ts';

export const Thumbnail = ({ url }: { url: string | null | undefined }): VNode =>
  html`<span class="thumbnail">${url && html`<img src=${url} alt="" loading="lazy" decoding="async" />`}</span>`;
