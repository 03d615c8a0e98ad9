import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { addAttachment, makeOrder } from '../../helpers/operations/makers.ts';
import { stockVariant } from '../../helpers/shop.ts';
import { api, closeImageShop, db, openImageShop, send, server, shop } from '../../helpers/shops/image-shop.ts';

test.before(async () => {
  await openImageShop();
  await stockVariant(db.admin, shop, { sku: 'SOAP', quantity: 100 });
});
test.after.always(closeImageShop);

async function place(): Promise<string> {
  const order = { customer: { phone: '01711111111', full_name: 'Karim' }, items: [{ sku: 'SOAP', quantity: 1 }] };
  const { body, status, text } = await send('POST', '/orders', order, { idempotencyKey: randomUUID() });
  if (status !== 201) throw new Error(text);
  return body.id;
}

testCommonRules('add_order_attachment', () => ({ db, api }), {
  sound: async (other) => ({ id: (await makeOrder(other)).id, source_url: server.url('/red.png'), caption: 'Torn' }),
  wrong: [
    [{ source_url: undefined }, 'source_url'],
    [{ source_url: 'http://example.com/x.pdf' }, 'source_url'],
    [{ source_url: 'https://127.0.0.1/x.pdf' }, 'source_url'],
    [{ caption: 'x'.repeat(501) }, 'caption'],
    [{ file_name: 'x' }, 'file_name'],
  ],
});

test('by link or as a form: a picture becomes WebP, a PDF stays; both are listed and open', async (t) => {
  const id = await place();
  const path = `/orders/${id}/attachments`;
  const linked = await send('POST', path, { source_url: server.url('/blue.jpg?size=1'), caption: ' Corner ' });
  t.is(linked.status, 201);
  t.like(linked.body, { file_name: 'blue.jpg', caption: 'Corner', type: 'picture', width: 60, order_id: id });
  t.is(linked.body.actor.type, 'api_key');
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf)]), 'bill.pdf');
  form.append('caption', 'Bill');
  const sent = await api.request('POST', path, { key: shop.storeKey.key, raw: form, idempotencyKey: randomUUID() });
  t.is(sent.status, 201, sent.text);
  t.like(sent.body, { file_name: 'bill.pdf', caption: 'Bill', type: 'pdf', size_bytes: pdf.length });
  const { body } = await send('GET', path);
  t.deepEqual(
    body.data.map((one: { id: string }) => one.id),
    [linked.body.id, sent.body.id],
  );
  const { url: _, url_expires_at: __, ...shown } = body.data[1];
  t.is(JSON.stringify(shown), JSON.stringify(sent.body), 'as it was answered, member by member');
  const opened = await fetch(body.data[1].url.replace(/^.*\/media\//, `${api.url}/media/`));
  t.is(opened.headers.get('content-disposition'), 'attachment; filename="bill.pdf"');
  t.deepEqual(Buffer.from(await opened.arrayBuffer()), pdf);
  t.is((await fetch(`${api.url}/media${new URL(body.data[1].url).pathname.split('/media')[1]}`)).status, 403);
});

test('what is neither, and the 21st, are refused, and their files are not kept', async (t) => {
  const id = await place();
  const path = `/orders/${id}/attachments`;
  const drawing = await send('POST', path, { source_url: server.url('/drawing.svg') });
  t.deepEqual(drawing.body.error.fields, { source_url: ['must be a JPEG, PNG or WebP picture, or a PDF'] });
  for (let n = 0; n < 20; n++) await addAttachment({ db, shop }, id);
  const refused = await send('POST', path, { source_url: server.url('/red.png') });
  t.is(refused.status, 422);
  t.deepEqual(refused.body.error.fields, { file: ['one record keeps at most 20 files: remove one first'] });
});
