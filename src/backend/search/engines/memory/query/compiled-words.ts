import type { WordQuery } from '../../../analysis/word-query.js';
import { hashOf } from '../segment/term-table.js';

/** A WordQuery with its lexemes as bytes. */
export type CompiledWords =
  | { kind: 'and'; wanted: readonly CompiledWords[]; unwanted: readonly CompiledWords[] }
  | { kind: 'or'; parts: readonly CompiledWords[] }
  | CompiledLexeme
  | CompiledPhrase;

export interface CompiledLexeme {
  kind: 'lexeme';
  bytes: Uint8Array;
  hash: number;
  prefix: boolean;
}

export interface CompiledPhrase {
  kind: 'phrase';
  words: readonly (readonly CompiledLexeme[])[];
}

export function compileWords(query: WordQuery): CompiledWords {
  switch (query.kind) {
    case 'lexeme':
      return compileLexeme(query.text, query.prefix);
    case 'phrase':
      return {
        kind: 'phrase',
        words: query.words.map((lexemes) => lexemes.map(({ text, prefix }) => compileLexeme(text, prefix))),
      };
    case 'or':
      return { kind: 'or', parts: query.parts.map(compileWords) };
    case 'not':
      return { kind: 'and', wanted: [], unwanted: [compileWords(query.part)] };
    case 'and':
      return {
        kind: 'and',
        wanted: query.parts.flatMap((part) => (part.kind === 'not' ? [] : [compileWords(part)])),
        unwanted: query.parts.flatMap((part) => (part.kind === 'not' ? [compileWords(part.part)] : [])),
      };
  }
}

const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, CompiledLexeme>();

export function compileLexeme(text: string, prefix: boolean): CompiledLexeme {
  const known = prefix ? undefined : remembered.get(text);
  if (known) return known;
  const bytes = new Uint8Array(Buffer.from(text));
  const compiled: CompiledLexeme = { kind: 'lexeme', bytes, hash: hashOf(bytes, 0, bytes.length), prefix };
  if (prefix) return compiled;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, compiled);
  return compiled;
}
