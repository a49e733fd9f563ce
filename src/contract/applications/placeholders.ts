/** Text that an employer forgot to fill in: dots, square brackets, and braces. */
const OPEN =
  /(?<![^\s([„“"«])(?:…|\.\.\.)(?![^\s.,;:!?)\]“”"»])|\[\p{L}[^\][\n]{0,60}\](?!\()|\{\{?[^{}\n]{0,60}\}\}?/gu;

/**
 * Finds placeholders that were not filled in: a separate “…”, `[date]`, `{name}` and `{{name}}`.
 *
 * @param known placeholders that are replaced when the text is sent, and brackets that are no placeholders
 * @returns each placeholder once, as it is written in the text
 */
export function openPlaceholders(text: string, known: readonly string[] = []): string[] {
  return [...new Set(text.match(OPEN) ?? [])].filter((placeholder) => !known.includes(placeholder));
}

/**
 * Finds brackets and braces in facts such as the title of a job. In a text about the job they are no placeholders, for example in
 * “Cook [m/w/d]”.
 */
export function bracketsIn(...facts: readonly string[]): string[] {
  return facts.flatMap((fact) => openPlaceholders(fact)).filter((found) => /^[[{]/.test(found));
}

/** Placeholders that a text to applicants may contain in double braces. */
export const ANSWER_PLACEHOLDERS = ['first_name', 'last_name', 'job_title', 'organization'] as const;

export type AnswerFacts = Readonly<Record<(typeof ANSWER_PLACEHOLDERS)[number], string>>;

const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** The known placeholders with their braces, for help texts. */
export const WRITTEN_PLACEHOLDERS: readonly string[] = ANSWER_PLACEHOLDERS.map((name) => `{{${name}}}`);

/** Replaces the known placeholders of a text; unknown ones are unchanged. */
export function fillPlaceholders(text: string, facts: AnswerFacts): string {
  return text.replace(PLACEHOLDER, (written, name: string) => (isKnown(name) ? facts[name] : written));
}

/** @returns the text without its known placeholders, to search it for unknown ones */
export function withoutKnownPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, (written, name: string) => (isKnown(name) ? '' : written));
}

/** Text in braces that its author may have meant as a placeholder. */
const IN_BRACES = /\{\{?[^{}\n]{0,60}\}\}?/g;

/** @returns each unknown placeholder of a text once, with its braces */
export function unknownPlaceholders(text: string): string[] {
  return [...new Set(withoutKnownPlaceholders(text).match(IN_BRACES) ?? [])];
}

function isKnown(name: string): name is keyof AnswerFacts {
  return ANSWER_PLACEHOLDERS.some((known) => known === name);
}
