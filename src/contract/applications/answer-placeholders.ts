/** What a text to an applicant may hold in double braces, to be replaced by what it stands for. */
export const ANSWER_PLACEHOLDERS = ['first_name', 'last_name', 'job_title', 'organization'] as const;

export type AnswerFacts = Readonly<Record<(typeof ANSWER_PLACEHOLDERS)[number], string>>;

const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** The known placeholders as they are written, for help texts. */
export const WRITTEN_PLACEHOLDERS: readonly string[] = ANSWER_PLACEHOLDERS.map((name) => `{{${name}}}`);

/** Replaces the known placeholders of a text; others stay as they are. */
export function fillPlaceholders(text: string, facts: AnswerFacts): string {
  return text.replace(PLACEHOLDER, (written, name: string) => (isKnown(name) ? facts[name] : written));
}

/** @returns the text without its known placeholders, to look for those that nobody knows */
export function withoutKnownPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, (written, name: string) => (isKnown(name) ? '' : written));
}

/** What stands in braces, as somebody writes who wants it to be replaced. */
const IN_BRACES = /\{\{?[^{}\n]{0,60}\}\}?/g;

/** @returns what a text holds in braces and nothing replaces, each once, as it is written */
export function unknownPlaceholders(text: string): string[] {
  return [...new Set(withoutKnownPlaceholders(text).match(IN_BRACES) ?? [])];
}

function isKnown(name: string): name is keyof AnswerFacts {
  return ANSWER_PLACEHOLDERS.some((known) => known === name);
}
