// Goods as people know them: the picture, the name of the product, its variant and its SKU.
import { Icon } from '../parts.ts';
import { html, type VNode, type WithChildren } from '../view.ts';
import { TestBadge } from './test-badge.ts';

type GoodsProps = WithChildren & {
  product: string;
  variant?: string | null | undefined;
  sku: string;
  imageUrl: string | null | undefined;
  href?: string;
  /** Where goods of several stores stand: those of a test store say so. */
  storeId?: string | null | undefined;
};

/** Further lines about them come as children. */
export function GoodsName({ product, variant, sku, imageUrl, href, storeId, children }: GoodsProps): VNode {
  const name = variant && variant !== product ? `${product} · ${variant}` : product;
  return html`<div class="goods">
    ${imageUrl ? html`<img src=${imageUrl} alt="" loading="lazy" width="44" height="44" />` : html`<span class="no-image"><${Icon} name="image" /></span>`}
    <div>
      <p class="name">${href ? html`<a href=${href}>${name}</a>` : name}</p>
      <p class="quiet">${sku} <${TestBadge} storeId=${storeId} /></p>
      ${children}
    </div>
  </div>`;
}
