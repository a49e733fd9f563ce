type Localizer = (text: string, country: string) => string;

// About two thousand adverts share a few thousand sentences, so each sentence is localized only once.
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
