import test from 'ava';
import { Origins } from '../../server/mcp/origin.ts';

const origins = new Origins('https://haat.example/base');

test('our host names are the public one and those of this machine, at any port', (t) => {
  for (const host of [
    'haat.example',
    'haat.example:443',
    'HAAT.example',
    'localhost:4000',
    '127.0.0.1',
    '[::1]:4000',
  ]) {
    t.true(origins.isOurHost(host), host);
  }
  for (const host of [
    '',
    'evil.example',
    'haat.example.evil',
    'evil.example:4000',
    'haat.example/x',
    'haat.example@evil.example',
    '127.0.0.2',
    '0.0.0.0',
  ]) {
    t.false(origins.isOurHost(host), host);
  }
});

test('our pages are those of the public address, and those on this machine', (t) => {
  for (const origin of ['https://haat.example', 'http://localhost', 'http://127.0.0.1:6274'])
    t.true(origins.isOurOrigin(origin), origin);
  for (const origin of [
    'null',
    '',
    'http://haat.example',
    'https://haat.example:8443',
    'https://evil.example',
    'https://localhost.evil.example',
  ]) {
    t.false(origins.isOurOrigin(origin), origin);
  }
});
