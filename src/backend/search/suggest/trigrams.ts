/** Whether PostgreSQL treats a character as a letter; for non-ASCII characters this depends on the database's locale. */
export type LetterTest = (letter: number) => boolean;

export const isAsciiLetter: LetterTest = (letter) => letter < 128;
export const isAnyLetter: LetterTest = () => true;

const BLANK = 32;
// A word is padded with two leading blanks and one trailing blank.
const shown = new Float64Array(256);

/** Returns the distinct trigrams of a word as in pg_trgm, as ascending numbers. The next call overwrites the returned array. */
export function trigramsOf(letters: Uint16Array, isLetter: LetterTest): Float64Array {
  let count = 0;
  let [first, second] = [BLANK, BLANK];
  for (let i = 0; i <= letters.length; i++) {
    const letter = i < letters.length && isLetter(letters[i]!) ? letters[i]! : BLANK;
    if (letter === BLANK) {
      if (second !== BLANK) shown[count++] = numberOf(first, second, BLANK);
      first = second = BLANK;
    } else {
      shown[count++] = numberOf(first, second, letter);
      first = second;
      second = letter;
    }
  }
  const all = shown.subarray(0, count).sort();
  let unique = 0;
  for (let i = 0; i < count; i++) if (i === 0 || all[i] !== all[i - 1]) all[unique++] = all[i]!;
  return all.subarray(0, unique);
}

function numberOf(first: number, second: number, third: number): number {
  return (first * 65_536 + second) * 65_536 + third;
}

/** Number of shared trigrams divided by the number of distinct trigrams of both words. */
export function similarity(a: Float64Array, b: Float64Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) shared++;
    if (a[i]! < b[j]!) i++;
    else if (a[i]! > b[j]!) j++;
    else {
      i++;
      j++;
    }
  }
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}
