const row = new Uint8Array(128);

/**
 * Levenshtein distance of two words, as long as it is not above a bound.
 *
 * @param a,b letters as numbers; of each, `length` from its start on. At most 120.
 * @returns the distance, or `most + 1` for anything above `most`.
 */
export function boundedDistance(
  a: Uint16Array,
  aStart: number,
  aLength: number,
  b: Uint16Array,
  bStart: number,
  bLength: number,
  most: number,
): number {
  // What both begin or end with costs nothing.
  while (aLength > 0 && bLength > 0 && a[aStart] === b[bStart]) {
    aStart++;
    bStart++;
    aLength--;
    bLength--;
  }
  while (aLength > 0 && bLength > 0 && a[aStart + aLength - 1] === b[bStart + bLength - 1]) {
    aLength--;
    bLength--;
  }
  const beyond = most + 1;
  if (Math.abs(aLength - bLength) > most) return beyond;
  if (aLength === 0 || bLength === 0) return aLength + bLength;

  for (let j = 0; j <= bLength; j++) row[j] = j;
  for (let i = 1; i <= aLength; i++) {
    // Cells further from the diagonal than the bound are above it.
    const from = Math.max(1, i - most);
    const to = Math.min(bLength, i + most);
    let diagonal = row[from - 1]!;
    let left = (row[from - 1] = from === 1 ? i : beyond);
    let least = left;
    const letter = a[aStart + i - 1];
    for (let j = from; j <= to; j++) {
      const above = j === i + most ? beyond : row[j]!;
      const changed = letter === b[bStart + j - 1] ? diagonal : diagonal + 1;
      left = Math.min(changed, above + 1, left + 1);
      diagonal = row[j]!;
      row[j] = left;
      if (left < least) least = left;
    }
    if (least > most) return beyond;
  }
  return Math.min(row[bLength]!, beyond);
}
