/** A boolean query for documents by their words, which each search engine evaluates in its own way. */
export type WordQuery =
  | { kind: 'and' | 'or'; parts: readonly WordQuery[] }
  | { kind: 'not'; part: WordQuery }
  | Lexeme
  /** Consecutive words, each matched by any of its lexemes. */
  | { kind: 'phrase'; words: readonly (readonly Lexeme[])[] };

export interface Lexeme {
  kind: 'lexeme';
  text: string;
  /** Whether words that begin with the text match as well. */
  prefix: boolean;
}

export function lexeme(text: string): Lexeme {
  return { kind: 'lexeme', text, prefix: false };
}

export function lexemePrefix(text: string): Lexeme {
  return { kind: 'lexeme', text, prefix: true };
}

/** Combines one or more parts with AND. */
export function allOf(parts: readonly WordQuery[]): WordQuery {
  return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
}

/** Combines one or more parts with OR, without duplicates. */
export function anyOf(parts: readonly WordQuery[]): WordQuery {
  const distinct = parts.every((part) => part.kind === 'lexeme') ? distinctLexemes(parts) : parts;
  return distinct.length === 1 ? distinct[0]! : { kind: 'or', parts: distinct };
}

export function distinctLexemes(lexemes: readonly Lexeme[]): Lexeme[] {
  return [...new Map(lexemes.map((each) => [`${each.text}${each.prefix ? '*' : ''}`, each])).values()];
}
