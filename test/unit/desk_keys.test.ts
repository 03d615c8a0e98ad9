import test from 'ava';
import ts from 'typescript';
import { keysOtherwise } from '../check/desk-keys.ts';

test('a key of a text that stands for something else, or where any text may stand, is found', (t) => {
  const text = `
    declare function said(key: 'a.b' | 'a.c' | undefined): void;
    declare function kind(name: 'a.b' | 'other'): void;
    declare function any(name: string): void;
    said('a.b'); said('a.c'); kind('other'); any('a.b');
    kind('a.b');
    const one: { kind: 'a.b' | 'x' } = { kind: 'a.b' };`;
  const file = ts.createSourceFile('page.ts', text, ts.ScriptTarget.ES2024, true);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name) => (name === 'page.ts' ? file : undefined),
  };
  const program = ts.createProgram(['page.ts'], { noLib: true, strict: true }, host);
  t.deepEqual(keysOtherwise(program, [file], { 'a.b': '', 'a.c': '' }), [
    "page.ts:5 'a.b' is the key of a text, and no key here",
    "page.ts:6 'a.b' is the key of a text, and no key here",
    "page.ts:7 'a.b' is the key of a text, and no key here",
  ]);
});
