// The guide's verifiers, run as they stand in it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { sign } from '../../workers/deliver/sign.ts';
import { hasProgram } from '../helpers/processes/has-program.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../server/docs/guides/webhooks.md'), 'utf8');
const snippet = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!;

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = '{"note": "চাল"}';
const headersAt = (timestamp: number) => ({
  'webhook-id': 'event-1',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': sign([secret, other], 'event-1', timestamp, body),
});
const now = Math.floor(Date.now() / 1000);
const stranger = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const cases: [expected: boolean, secret: string, headers: Record<string, string>, body: string][] = [
  [true, secret, headersAt(now), body],
  [true, other, headersAt(now), body],
  [false, stranger, headersAt(now), body],
  [false, secret, headersAt(now), `${body} `],
  [false, secret, headersAt(now - 600), body],
];

test('the verifier for Node agrees', async (t) => {
  const { verify } = await import(`data:text/javascript,${encodeURIComponent(snippet('js'))}`);
  for (const [expected, ...args] of cases) t.is(verify(...args), expected);
});

(hasProgram('python3') ? test : test.skip)('the verifier for Python agrees', (t) => {
  const program = `${snippet('python')}\nimport json, sys\nfor expected, secret, headers, body in json.load(sys.stdin):\n    assert verify(secret, headers, body.encode()) == expected\nprint('agreed')`;
  t.is(execFileSync('python3', ['-c', program], { input: JSON.stringify(cases), encoding: 'utf8' }).trim(), 'agreed');
});

(hasProgram('php') ? test : test.skip)('the verifier for PHP agrees', (t) => {
  const program = `${snippet('php')}
    foreach (json_decode(stream_get_contents(STDIN), true) as [$expected, $secret, $headers, $body])
      if (verify($secret, $headers, $body) !== $expected) exit(1);
    echo 'agreed';`;
  t.is(execFileSync('php', ['-r', program], { input: JSON.stringify(cases), encoding: 'utf8' }), 'agreed');
});
