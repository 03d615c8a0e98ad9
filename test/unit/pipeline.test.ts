import test from 'ava';
import type { Gate } from '../../server/gate/gate.ts';
import type { Answer, Call } from '../../server/gate/outcome.ts';
import { CallPipeline } from '../../server/gate/pipeline.ts';
import { operations } from '../../server/operations/index.ts';
import { createLog } from '../../server/process/log.ts';
import { testSecrets } from '../helpers/secrets.ts';

const admission = { rate: null, retry_after: null, key: null, sqlstate: null, replayed: false, request_id: 'r' };

const found: Answer = { outcome: admission, result: '' };

/** Before a gate whose precheck gives this. */
function pipelineThat(prechecks: Answer): CallPipeline {
  const gate = { precheck: async () => prechecks } as unknown as Gate;
  const log = createLog('silent');
  const none = { images: {} as never, videos: {} as never, exports: {} as never, jobs: {} as never };
  return new CallPipeline({ gate, log, ...none, mediaUrl: '', outboundAllow: [], secrets: testSecrets });
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
  const { outcome } = await pipelineThat(found).callOperation(importOf('k'));
  t.deepEqual(outcome.fields, { source_url: ['names a host that cannot be found'] });
});

test('a retry of an import hears its first answer, also while the host cannot be found', async (t) => {
  const first = { outcome: { ...admission, replayed: true }, result: '{"id":"x"}' };
  const { outcome, result } = await pipelineThat(first).callOperation(importOf('k'));
  t.is(result, '{"id":"x"}');
  t.true(outcome.replayed);
});
