/** Text that an employer forgot to fill in: dots, square brackets, and braces. */
const OPEN =
  /(?<![^\s([„“"«])(?:…|\.\.\.)(?![^\s.,;:!?)\]“”"»])|\[\p{L}[^\][\n]{0,60}\](?!\()|\{\{?[^{}\n]{0,60}\}\}?/gu;

/**
 * Finds placeholders that were not filled in: a separate “…”, `[date]`, `{name}` and `{{name}}`.
 *
 * @param known placeholders that are replaced when the text is sent
 * @returns each placeholder once, as it is written in the text
 */
export function openPlaceholders(text: string, known: readonly string[] = []): string[] {
  return [...new Set(text.match(OPEN) ?? [])].filter((placeholder) => !known.includes(placeholder));
}
