import test from 'ava';
import { operations } from '../../server/operations/index.ts';
import type { Operation } from '../../server/operations/types.ts';
import { Router } from '../../server/rest/router.ts';

const operation = (method: Operation['method'], path: string) => ({ ...operations.get_me!, method, path }) as Operation;

const router = new Router({
  list_products: operation('GET', '/products'),
  create_product: operation('POST', '/products'),
  get_product: operation('GET', '/products/{id}'),
  update_image: operation('PATCH', '/products/{id}/images/{imageId}'),
  reorder_images: operation('POST', '/products/{id}/images/reorder'),
});

test('a path gives its operation and its parameters', (t) => {
  const found = router.match('PATCH', '/products/p1/images/i%2F1');
  t.is(found?.operation?.name, 'update_image');
  t.deepEqual(found?.parameters, { id: 'p1', imageId: 'i/1' });
});

test('a fixed word wins over a parameter', (t) => {
  t.is(router.match('POST', '/products/p1/images/reorder')?.operation?.name, 'reorder_images');
  t.is(router.match('PATCH', '/products/p1/images/reorder')?.operation, undefined);
});

test('HEAD is answered by GET, and Allow names every method of the path', (t) => {
  t.is(router.match('HEAD', '/products')?.operation?.name, 'list_products');
  t.is(router.match('DELETE', '/products')?.allow, 'GET, HEAD, OPTIONS, POST');
});

test('unknown, empty and undecodable paths match nothing', (t) => {
  for (const path of [
    '/product',
    '/products/',
    '/products/p1/images',
    '/products/%E0%A4%A',
    '/',
    '/products//images/x',
  ]) {
    t.is(router.match('GET', path), undefined, path);
  }
});
