const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

let codes: readonly string[] | undefined;

/** @returns whether it is the code of an existing country (ISO 3166-1 alpha-2) */
export function isCountryCode(code: string): boolean {
  if (display.of(code) === undefined || /^(?:EU|UN|EZ|XA|XB|ZZ|QO)$/.test(code)) return false;
  // Codes of former countries (`DD`, `YU`) differ from their canonical form.
  return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
}

/** Returns the codes of all countries in alphabetical order. */
export function countryCodes(): readonly string[] {
  return (codes ??= LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(isCountryCode));
}
