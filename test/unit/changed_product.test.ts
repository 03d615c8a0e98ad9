import test from 'ava';
import { changedProduct } from '../../server/desk/pages/products/changed-product.ts';

const product = { status: 'active', tags: ['Eid', 'new'], categoryIds: ['a', 'b'] };
const none = { status: '', addCategory: '', removeCategory: '', addTags: [], removeTags: [] };

test('of many products each gets only what it does not have already', (t) => {
  t.is(changedProduct(product, none), undefined);
  t.is(changedProduct(product, { ...none, status: 'active', addCategory: 'a', addTags: ['EID'] }), undefined);
  t.deepEqual(changedProduct(product, { ...none, status: 'draft', removeTags: ['NEW', 'gone'], addTags: ['gift'] }), {
    status: 'draft',
    tags: ['Eid', 'gift'],
  });
  t.deepEqual(changedProduct({ ...product, tags: ['m2'] }, { ...none, addTags: ['m²'] }), { tags: ['m2', 'm²'] });
  t.deepEqual(changedProduct(product, { ...none, addCategory: 'c', removeCategory: 'a' }), {
    categories: [
      { id: 'b', isPrimary: true },
      { id: 'c', isPrimary: false },
    ],
  });
});
