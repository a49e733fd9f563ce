import { CLOSING_LANGUAGES } from '#contract/applications/closing-message.js';
import { type SpeakingSite, textsOf } from '../../platform/texts/site-texts.js';

/** What everybody who waits for a decision is told when a job is over, in one language; `{name}` stands for the applicant's name. */
export interface ClosingText {
  language: string;
  subject: string;
  body: string;
}

/** @returns in which of the languages that there are texts in somebody is written to */
export function closingLanguage(language: string): string {
  return CLOSING_LANGUAGES.find((known) => known === language) ?? CLOSING_LANGUAGES[0];
}

/** Words to begin with, or to send where there is nobody to change them. Of the places in them, that of the name stays. */
export function closingText(
  language: string,
  { title, organization }: { title: string; organization: string },
  site: SpeakingSite,
): ClosingText {
  const { t } = textsOf(site, language);
  const facts = { title, organization };
  return {
    language,
    subject: t('application-answers.closing.subject', facts),
    body: t('application-answers.closing.body', facts),
  };
}
