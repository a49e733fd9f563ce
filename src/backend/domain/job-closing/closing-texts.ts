import { type CLOSING_LANGUAGES, NAME_PLACEHOLDER } from '#contract/applications/closing-message.js';

/** What everybody who waits for a decision is told when a job is over, in one language; `{name}` stands for the applicant's name. */
export interface ClosingText {
  language: string;
  subject: string;
  body: string;
}

interface Facts {
  title: string;
  organization: string;
}

type Template = (facts: Facts) => Omit<ClosingText, 'language'>;

const ENGLISH: Template = ({ title, organization }) => ({
  subject: `Your application for ${title}`,
  body: `Hello ${NAME_PLACEHOLDER},\n\nthank you for applying for “${title}” and for the time you took. The job is closed now, and we do not go on with your application. We wanted you to hear it from us.\n\nWe wish you every success, and would be glad to hear from you again.\n\nKind regards\n${organization}`,
});

const GERMAN: Template = ({ title, organization }) => ({
  subject: `Ihre Bewerbung: ${title}`,
  body: `Guten Tag ${NAME_PLACEHOLDER},\n\nvielen Dank für Ihre Bewerbung auf die Stelle „${title}“ und für die Zeit, die Sie sich genommen haben. Die Ausschreibung ist jetzt beendet, und wir verfolgen Ihre Bewerbung nicht weiter. Wir wollten, dass Sie es von uns erfahren.\n\nWir wünschen Ihnen viel Erfolg und freuen uns, wenn Sie sich wieder einmal bei uns bewerben.\n\nFreundliche Grüße\n${organization}`,
});

const FRENCH: Template = ({ title, organization }) => ({
  subject: `Votre candidature\u00a0: ${title}`,
  body: `Bonjour ${NAME_PLACEHOLDER},\n\nmerci pour votre candidature au poste «\u202f${title}\u202f» et pour le temps que vous y avez consacré. L’offre est maintenant close et nous ne donnerons pas suite à votre candidature. Nous tenions à vous l’annoncer nous-mêmes.\n\nNous vous souhaitons plein succès et serons heureux de vous relire.\n\nCordialement\n${organization}`,
});

const TEXTS: Readonly<Record<(typeof CLOSING_LANGUAGES)[number], Template>> = { en: ENGLISH, de: GERMAN, fr: FRENCH };
const TEMPLATES: Readonly<Record<string, Template>> = TEXTS;

/** @returns in which of the languages that there are texts in somebody is written to */
export function closingLanguage(language: string): string {
  return language in TEMPLATES ? language : 'en';
}

/** Words to begin with, or to send where there is nobody to change them. */
export function closingText(language: string, facts: Facts): ClosingText {
  return { language, ...(TEMPLATES[language] ?? ENGLISH)(facts) };
}
