const EMAIL = /[\p{L}\d._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/iu;
/** What people write between the digits of a telephone number. */
const BETWEEN_DIGITS = /[\s()./\u00a0\u202f\u2010-\u2015-]+/g;
const MIN_DIGITS = 6;
/** Of a number with its country's code or without: the end is the same. */
const COMPARED_DIGITS = 8;

/** Whether a text holds an address for mail, or the telephone number or the whole name of the person (APP-04). */
export function revealsIdentity(
  text: string,
  { firstName, lastName, phone }: Partial<Record<'firstName' | 'lastName' | 'phone', string | undefined>>,
): boolean {
  if (EMAIL.test(text)) return true;
  const digits = (phone ?? '').replace(/\D/g, '');
  if (digits.length >= MIN_DIGITS && text.replace(BETWEEN_DIGITS, '').includes(digits.slice(-COMPARED_DIGITS)))
    return true;
  if (!firstName || !lastName) return false;
  const words = folded(text);
  return [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some((name) => words.includes(folded(name)));
}

/** In words between spaces, without case and accents. */
function folded(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu);
  return ` ${(words ?? []).join(' ')} `;
}
