import type { Lexeme, WordQuery } from '../../analysis/word-query.js';

/** The text of a tsquery. */
export function toTsquery(query: WordQuery): string {
  switch (query.kind) {
    case 'lexeme':
      return query.prefix ? `${quote(query.text)}:*` : quote(query.text);
    case 'not':
      return `!(${toTsquery(query.part)})`;
    case 'phrase':
      return query.words.map((lexemes) => either(lexemes.map(toTsquery))).join(' <-> ');
    case 'and':
      return `(${query.parts.map(toTsquery).join(' & ')})`;
    case 'or':
      return either(query.parts.map(toTsquery));
  }
}

/** Any of the lexemes, where it has one of the weights; no weight: wherever it stands. */
export function weighed(lexemes: readonly Lexeme[], weight: 'A' | 'B' | ''): string {
  return either(
    lexemes.map(({ text, prefix }) => {
      const labels = (prefix ? '*' : '') + weight;
      return labels === '' ? quote(text) : `${quote(text)}:${labels}`;
    }),
  );
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '$&$&')}'`;
}

function either(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`;
}
