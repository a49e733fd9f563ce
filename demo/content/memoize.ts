type Localizer = (text: string, country: string) => string;

// A few thousand sentences are localized over and over while two thousand adverts draw from them.
export function memoized(localize: Localizer): Localizer {
  const byCountry = new Map<string, Map<string, string>>();
  return (text, country) => {
    const known = byCountry.get(country) ?? new Map<string, string>();
    byCountry.set(country, known);
    const found = known.get(text);
    if (found !== undefined) return found;
    const localized = localize(text, country);
    known.set(text, localized);
    return localized;
  };
}
