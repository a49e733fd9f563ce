import { WordTrie } from './word-trie.js';

/** A row of search_word for a word. */
export interface DictionaryRow {
  scope: number;
  word: string;
  label: string;
  n: number;
}

const NONE = -1;

/** The words of search_word, for exact lookups and similarity searches. Words are identified by numbers. */
export class WordDictionary {
  private readonly numberOf = new Map<string, number>();
  private readonly words: string[] = [];
  /** The first entry of each word in a linked list; an entry has the frequency of the word in a scope. */
  private firstEntry = new Int32Array(1024);
  private nextEntry = new Int32Array(1024);
  private entryScope = new Int16Array(1024);
  private entryN = new Int32Array(1024);
  private readonly entryLabel: (string | undefined)[] = [];
  private readonly trie = new WordTrie();

  get size(): number {
    return this.words.length;
  }

  /** Approximate size in memory, including the JavaScript strings. */
  get bytes(): number {
    const perWord = 100;
    return this.words.length * perWord + this.nextEntry.length * 18 + this.trie.bytes;
  }

  /** Replaces the entries of some words by rows of the table. */
  replace(words: Iterable<string>, rows: Iterable<DictionaryRow>): void {
    for (const word of words) {
      const number = this.numberOf.get(word);
      if (number === undefined) continue;
      for (let entry = this.firstEntry[number]!; entry !== NONE; entry = this.nextEntry[entry]!) this.entryN[entry] = 0;
    }
    this.add(rows);
  }

  /** Adds entries; an existing entry of the same word and scope is replaced. */
  add(rows: Iterable<DictionaryRow>): void {
    for (const { scope, word, label, n } of rows) {
      const number = this.numberOf.get(word) ?? this.addWord(word);
      let entry = this.firstEntry[number]!;
      while (entry !== NONE && this.entryScope[entry] !== scope) entry = this.nextEntry[entry]!;
      if (entry === NONE) entry = this.addEntry(number, scope);
      this.entryN[entry] = n;
      this.entryLabel[entry] = label === word ? undefined : label;
    }
  }

  /** Calls `found` for each word within an edit distance of `most` from the typed one. */
  near(typed: Uint16Array, most: number, found: (number: number, distance: number) => void): void {
    this.trie.near(typed, most, found);
  }

  wordOf(number: number): string {
    return this.words[number]!;
  }

  find(word: string): number | undefined {
    return this.numberOf.get(word);
  }

  /** @returns undefined if none of the scopes has the word */
  read(number: number, scopes: readonly number[]): { word: string; label: string; n: number } | undefined {
    const word = this.words[number]!;
    let n = 0;
    let least: string | undefined;
    for (let entry = this.firstEntry[number]!; entry !== NONE; entry = this.nextEntry[entry]!) {
      if (this.entryN[entry] === 0 || !scopes.includes(this.entryScope[entry]!)) continue;
      const label = this.entryLabel[entry] ?? word;
      if (least === undefined || label < least) least = label;
      n += this.entryN[entry]!;
    }
    return least === undefined ? undefined : { word, label: least, n };
  }

  private addWord(word: string): number {
    const number = this.words.length;
    this.words.push(word);
    this.numberOf.set(word, number);
    this.firstEntry = grown(this.firstEntry, number + 1);
    this.firstEntry[number] = NONE;
    this.trie.add(lettersOf(word), number);
    return number;
  }

  private addEntry(number: number, scope: number): number {
    const entry = this.entryLabel.length;
    this.entryLabel.push(undefined);
    this.nextEntry = grown(this.nextEntry, entry + 1);
    this.entryScope = grown(this.entryScope, entry + 1);
    this.entryN = grown(this.entryN, entry + 1);
    this.nextEntry[entry] = this.firstEntry[number]!;
    this.entryScope[entry] = scope;
    this.firstEntry[number] = entry;
    return entry;
  }
}

const ASTRAL = 0x10000;

/** Returns a number for each letter. Letters beyond 16 bits are rare enough to share numbers. */
export function lettersOf(word: string): Uint16Array {
  const letters = new Uint16Array(word.length);
  let length = 0;
  for (const letter of word) {
    const point = letter.codePointAt(0)!;
    letters[length++] = point < ASTRAL ? point : 0xe000 + (point % 0x1900);
  }
  return length === letters.length ? letters : letters.slice(0, length);
}

function grown<Numbers extends Int16Array | Int32Array>(numbers: Numbers, length: number): Numbers {
  if (length <= numbers.length) return numbers;
  const larger = new (numbers.constructor as new (size: number) => Numbers)(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
