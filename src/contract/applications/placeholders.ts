/** What a text of an employer still has to have filled in before it is sent: dots, square brackets, and braces. */
const OPEN =
  /(?<![^\s([„“"«])(?:…|\.\.\.)(?![^\s.,;:!?)\]“”"»])|\[\p{L}[^\][\n]{0,60}\](?!\()|\{\{?[^{}\n]{0,60}\}\}?/gu;

/**
 * Finds placeholders that nobody has filled in: a “…” that stands alone, `[date]`, `{name}` and `{{name}}`.
 *
 * @param known placeholders that are replaced when the text is sent
 * @returns each once, as it stands in the text
 */
export function openPlaceholders(text: string, known: readonly string[] = []): string[] {
  return [...new Set(text.match(OPEN) ?? [])].filter((placeholder) => !known.includes(placeholder));
}
