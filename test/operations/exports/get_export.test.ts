import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, house, openApiShop } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

// What a finished export answers: test/workers/exports.test.ts.
testCommonRules('get_export', house, {
  sound: async ({ make }) => ({ id: (await make('create_export', { operation: 'list_orders' })).id }),
  of: 'key',
});
