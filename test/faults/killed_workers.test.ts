import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { deliverUnderKills } from '../helpers/processes/killed-workers.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase();
});
test.after.always(() => db?.drop());

// The long one, 50 kills during 5,000 deliveries: npm run bench -- killed-workers
test('workers are killed at random while they deliver, and no event is lost', async (t) => {
  t.timeout(180_000);
  const found = await deliverUnderKills(db.url, 200, 4);
  t.log(JSON.stringify(found));
  t.like(found, { events: 200, lost: 0, undelivered: 0 });
});
