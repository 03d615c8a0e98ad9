// What is in the way of distributing the tables by company is written down, so that it does not grow unseen.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { distribution } from '../../db/cli/distribution.ts';
import { withClient } from '../../db/connect/connection.ts';
import { freshDatabase } from '../helpers/database.ts';

test('db/distribution.txt lists every key that lacks the company: npm run db -- distribution writes it', async (t) => {
  const db = await freshDatabase('reads whole tables');
  t.teardown(() => db.drop());
  const written = fs.readFileSync(path.join(import.meta.dirname, '../../db/distribution.txt'), 'utf8');
  t.deepEqual((await withClient(db.url, distribution)).split('\n'), written.split('\n'));
});
