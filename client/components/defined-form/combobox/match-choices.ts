/** @returns the text normalised for comparison: without case, accents and letters that keyboards lack */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/**
 * @returns the choices that contain all typed words; choices with a word that begins with the first typed word come
 * first
 */
export function matchingChoices<Choice extends { text: string }>(choices: readonly Choice[], typed: string): Choice[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [...choices];
  const found = choices
    .map((choice) => ({ choice, text: folded(choice.text) }))
    .filter(({ text }) => words.every((word) => text.includes(word)));
  const isBegun = ({ text }: { text: string }) => text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first));
  return [...found.filter(isBegun), ...found.filter((each) => !isBegun(each))].map(({ choice }) => choice);
}
