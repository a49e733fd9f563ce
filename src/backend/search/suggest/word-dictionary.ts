/** A row of search_word for a word. */
export interface DictionaryRow {
  scope: number;
  word: string;
  label: string;
  n: number;
}

const NONE = -1;
const ASTRAL = 0x10000;
const MAX_WORD_LENGTH = 120;

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

/** A trie of words, so that a search visits each common prefix only once. Letters are 16-bit numbers. */
class WordTrie {
  private letters = new Uint16Array(4096);
  private children = new Int32Array(4096).fill(NONE);
  private siblings = new Int32Array(4096).fill(NONE);
  private words = new Int32Array(4096).fill(NONE);
  private length = 1;
  /** One row of distances for each depth. */
  private readonly rows: Uint8Array[] = [];

  get bytes(): number {
    return this.letters.byteLength * 7;
  }

  /** Adds a word, unless it is longer than 120 letters. @param number result of a search for the word */
  add(word: Uint16Array, number: number): void {
    if (word.length > MAX_WORD_LENGTH) return;
    let node = 0;
    for (const letter of word) node = this.child(node, letter);
    this.words[node] = number;
  }

  /** Calls `found` for each word within a Levenshtein distance of `most` from the typed one. */
  near(typed: Uint16Array, most: number, found: (number: number, distance: number) => void): void {
    if (typed.length > MAX_WORD_LENGTH) return;
    this.row(0).fill(most + 1);
    for (let at = 0; at <= typed.length; at++) this.row(0)[at] = at;
    this.visit(0, 1, typed, most, found);
  }

  /** @param depth depth of the node's children */
  private visit(
    node: number,
    depth: number,
    typed: Uint16Array,
    most: number,
    found: (number: number, distance: number) => void,
  ): void {
    const above = this.row(depth - 1);
    const row = this.row(depth);
    const beyond = most + 1;
    // Farther from the diagonal, the difference in length alone exceeds the distance.
    const from = Math.max(depth - most, 1);
    const to = Math.min(depth + most, typed.length);
    if (from > typed.length + 1) return;
    for (let child = this.children[node]!; child !== NONE; child = this.siblings[child]!) {
      const letter = this.letters[child]!;
      let left = (row[from - 1] = from === 1 ? Math.min(depth, beyond) : beyond);
      let least = left;
      for (let at = from; at <= to; at++) {
        const replaced = above[at - 1]! + (typed[at - 1] === letter ? 0 : 1);
        const added = (at === depth + most ? beyond : above[at]!) + 1;
        left = Math.min(replaced, added, left + 1, beyond);
        row[at] = left;
        if (left < least) least = left;
      }
      if (least > most) continue;
      const number = this.words[child]!;
      if (number !== NONE && to === typed.length && row[to]! <= most) found(number, row[to]!);
      this.visit(child, depth + 1, typed, most, found);
    }
  }

  private row(depth: number): Uint8Array {
    return (this.rows[depth] ??= new Uint8Array(MAX_WORD_LENGTH + 2));
  }

  private child(parent: number, letter: number): number {
    for (let child = this.children[parent]!; child !== NONE; child = this.siblings[child]!)
      if (this.letters[child] === letter) return child;
    const node = this.length++;
    if (node === this.letters.length) this.grow();
    this.letters[node] = letter;
    this.siblings[node] = this.children[parent]!;
    this.children[parent] = node;
    return node;
  }

  private grow(): void {
    const size = this.length * 2;
    const letters = new Uint16Array(size);
    letters.set(this.letters);
    this.letters = letters;
    this.children = larger(this.children, size);
    this.siblings = larger(this.siblings, size);
    this.words = larger(this.words, size);
  }
}

function larger(numbers: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const result = new Int32Array(size).fill(NONE, numbers.length);
  result.set(numbers);
  return result;
}
