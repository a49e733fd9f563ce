const NUMBER = String.raw`(\d{1,2}(?:[.,]\d{1,2})?)`;
/** Phrases for weekly hours in English, German and French adverts. */
const PHRASES = [
  String.raw`${NUMBER}\s*-?\s*(?:hours?|hrs?\.?|h)\s*(?:per|a|each|\/|p\.?)\s*(?:week|wk|w)\b`,
  String.raw`${NUMBER}\s*-?\s*hours?\s*weekly\b`,
  String.raw`${NUMBER}\s*-?\s*hour\s+week\b`,
  String.raw`${NUMBER}\s*(?:stunden|std\.?|h)\s*(?:pro|je|in der|die|\/)\s*woche`,
  String.raw`${NUMBER}\s*(?:wochenstunden|stunden wöchentlich|-?\s*stunden-?woche)`,
  String.raw`${NUMBER}\s*(?:heures?|h)\s*(?:par|\/|la)\s*(?:semaine|sem\b)`,
  String.raw`${NUMBER}\s*(?:heures?|h)\s*hebdomadaires?`,
].map((source) => new RegExp(source, 'giu'));

const [LEAST, MOST] = [1, 60];

/**
 * Returns the weekly hours of a job that a text states.
 *
 * @returns undefined if there are none, they are implausible, or the text contains different numbers
 */
export function weeklyHoursIn(text: string): number | undefined {
  const found = new Set(
    PHRASES.flatMap((phrase) => [...text.matchAll(phrase)].map(([, hours]) => Number(hours!.replace(',', '.')))),
  );
  const [hours] = found;
  return found.size === 1 && hours! >= LEAST && hours! <= MOST ? hours : undefined;
}
