// The encryption of what the database must keep and give back.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { keyFile, openSecretBox } from '../../server/secrets/keys.ts';
import { isEncrypted, keyId, keyIdOf, SecretBox, SecretError } from '../../server/secrets/secret-box.ts';

const [old, current, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const row = 'webhook_endpoint:0197';

test('a secret does not open for another row, under another key or after any change of its text', (t) => {
  const box = new SecretBox([current]);
  const text = box.encrypt('whsec_abc', row);
  t.throws(() => box.decrypt(text, 'webhook_endpoint:0198'), { instanceOf: SecretError, message: /another row/ });
  t.throws(() => new SecretBox([foreign]).decrypt(text, row), {
    message: new RegExp(`lacks the key ${keyId(current)}`),
  });
  t.throws(() => new SecretBox([]).decrypt(text, row), { instanceOf: SecretError });
  for (let at = 5; at < text.length; at++) {
    const letter = text[at] === 'A' ? 'B' : 'A';
    const changed = text.slice(0, at) + letter + text.slice(at + 1);
    // The last letter of base64 may hold bits that say nothing.
    if (Buffer.from(changed.slice(14), 'base64url').equals(Buffer.from(text.slice(14), 'base64url')) && at >= 14)
      continue;
    const error = t.throws(() => box.decrypt(changed, row), { instanceOf: SecretError }, changed);
    t.false(error?.message.includes('whsec'));
  }
  for (const cut of ['enc1:', 'enc1:x', `enc1:${keyId(current)}:`, `enc1:${keyId(current)}:AAAA`])
    t.throws(() => box.decrypt(cut, row), { instanceOf: SecretError, message: /damaged/ }, cut);
});

test('the first key writes and all read; a text in clear comes back as it is', (t) => {
  const before = new SecretBox([old]).encrypt('গোপন', row);
  const box = new SecretBox([current, old]);
  t.is(box.decrypt(before, row), 'গোপন');
  t.is(box.writingKeyId, keyId(current));
  t.is(box.decrypt('whsec_clear', row), 'whsec_clear');
  const after = box.encrypt('গোপন', row);
  t.is(keyIdOf(after), keyId(current));
  t.not(box.encrypt('গোপন', row), after);
});

test('without a key a text stays in clear', (t) => {
  const box = new SecretBox([]);
  t.is(box.encrypt('seed', row), 'seed');
  t.false(isEncrypted('seed'));
});

test('a key is made once beside the other local secrets, for its owner only, and only where that is asked', async (t) => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-keys-'));
  t.teardown(() => fs.rmSync(dataDir, { recursive: true }));
  t.deepEqual((await openSecretBox({ secretKeys: [], dataDir }, { make: false })).keyIds, []);
  t.false(fs.existsSync(keyFile(dataDir)));

  const boxes = await Promise.all([1, 2, 3].map(() => openSecretBox({ secretKeys: [], dataDir }, { make: true })));
  t.is(new Set(boxes.map(({ writingKeyId }) => writingKeyId)).size, 1);
  t.is(fs.statSync(keyFile(dataDir)).mode & 0o777, 0o600);
  t.deepEqual(fs.readdirSync(dataDir), ['secret.keys']);
  const again = await openSecretBox({ secretKeys: [], dataDir }, { make: false });
  t.is(again.writingKeyId, boxes[0]!.writingKeyId);

  t.deepEqual((await openSecretBox({ secretKeys: [old], dataDir }, { make: true })).keyIds, [keyId(old)]);
  fs.writeFileSync(keyFile(dataDir), 'hunter2');
  const error = await t.throwsAsync(openSecretBox({ secretKeys: [], dataDir }, { make: true }));
  t.regex(error!.message, /secret\.keys: must be keys of 32 bytes/);
  t.notRegex(error!.message, /hunter2/);
});
