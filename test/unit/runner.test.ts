import test from 'ava';
import type { Answer, Call, Gate } from '../../server/gate.ts';
import { operations } from '../../server/operations/index.ts';
import { Runner } from '../../server/runner.ts';

const admission = { rate: null, retry_after: null, key: null, sqlstate: null, replayed: false, request_id: 'r' };

/** A gate that admits everybody and remembers one answer. */
function runnerThatKnows(known: Answer | null): Runner {
  const gate = { admitOnly: async () => admission, replay: async () => known } as unknown as Gate;
  return new Runner({ gate, pictures: {} as never, videos: {} as never, mediaUrl: '', outboundAllow: [] });
}

const importOf = (idempotencyKey: string | null) =>
  ({
    keyHash: Buffer.alloc(32),
    operation: { ...operations.import_video!, name: 'import_video' },
    input: JSON.stringify({ source_url: 'https://not-there.invalid/saree.mp4' }),
    sent: {},
    idempotencyKey,
    requestId: 'r',
  }) as Call;

test('a link whose host cannot be found is refused by its field', async (t) => {
  const { outcome } = await runnerThatKnows(null).callOperation(importOf('k'));
  t.deepEqual(outcome.fields, { source_url: ['names a host that cannot be found'] });
});

test('a retry of an import hears its first answer, also while the host cannot be found', async (t) => {
  const first = { outcome: { ...admission, replayed: true }, result: '{"id":"x"}' };
  const { outcome, result } = await runnerThatKnows(first).callOperation(importOf('k'));
  t.is(result, '{"id":"x"}');
  t.true(outcome.replayed);
});
