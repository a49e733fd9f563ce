const NONE = -1;
const MAX_WORD_LENGTH = 120;

/** A trie of words, so that a search visits each common prefix only once. Letters are 16-bit numbers. */
export class WordTrie {
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
