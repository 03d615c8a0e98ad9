import test from 'ava';
import { freshDatabase } from '../helpers/database.ts';

const db = await freshDatabase();
test.after.always(() => db.drop());

test('roles', async (t) => {
  const pool = db.as('haat_gateway');
  const { rows } = await pool.query('select current_user');
  t.is(rows[0].current_user, 'haat_gateway');
});
