import type { AnswerTemplate, AnswerTemplateName, ApplicationState } from '#contract/generated/resolvers.js';
import { nextStates } from './application-states.js';

interface Facts {
  name: string;
  title: string;
  organization: string;
}

type Template = (facts: Facts) => { subject: string; body: string };

/** Where an application goes that is answered so. */
const STATES: Readonly<Record<AnswerTemplateName, ApplicationState | undefined>> = {
  question: undefined,
  invitation: 'interview',
  offer: 'offer',
  declined: 'declined',
};

const ENGLISH: Record<AnswerTemplateName, Template> = {
  question: ({ name, title, organization }) => ({
    subject: `A question about your application: ${title}`,
    body: `Hello ${name},\n\nthank you for applying for “${title}”. Before we go on, we would like to know:\n\n…\n\nSimply answer this email.\n\nKind regards\n${organization}`,
  }),
  invitation: ({ name, title, organization }) => ({
    subject: `An interview for ${title}`,
    body: `Hello ${name},\n\nwe liked reading your application for “${title}” and would like to meet you. Would one of these times suit you?\n\n…\n\nPlease answer this email; if none of them is possible, suggest another one.\n\nKind regards\n${organization}`,
  }),
  offer: ({ name, title, organization }) => ({
    subject: `We would like to work with you: ${title}`,
    body: `Hello ${name},\n\nwe are glad to offer you the position “${title}”. These are the details:\n\n…\n\nPlease tell us by … whether you accept. We look forward to working with you.\n\nKind regards\n${organization}`,
  }),
  declined: ({ name, title, organization }) => ({
    subject: `Your application for ${title}`,
    body: `Hello ${name},\n\nthank you for applying for “${title}” and for the time you took. We have decided on somebody else this time, and wanted you to hear it from us.\n\nWe wish you every success, and would be glad to hear from you again.\n\nKind regards\n${organization}`,
  }),
};

const GERMAN: Record<AnswerTemplateName, Template> = {
  question: ({ name, title, organization }) => ({
    subject: `Eine Frage zu Ihrer Bewerbung: ${title}`,
    body: `Guten Tag ${name},\n\nvielen Dank für Ihre Bewerbung auf die Stelle „${title}“. Bevor es weitergeht, möchten wir gern wissen:\n\n…\n\nAntworten Sie einfach auf diese E-Mail.\n\nFreundliche Grüße\n${organization}`,
  }),
  invitation: ({ name, title, organization }) => ({
    subject: `Einladung zum Gespräch: ${title}`,
    body: `Guten Tag ${name},\n\nwir haben Ihre Bewerbung auf die Stelle „${title}“ gern gelesen und möchten Sie kennenlernen. Passt Ihnen einer dieser Termine?\n\n…\n\nBitte antworten Sie auf diese E-Mail. Falls keiner möglich ist, schlagen Sie uns einen anderen vor.\n\nFreundliche Grüße\n${organization}`,
  }),
  offer: ({ name, title, organization }) => ({
    subject: `Wir möchten mit Ihnen arbeiten: ${title}`,
    body: `Guten Tag ${name},\n\nwir freuen uns, Ihnen die Stelle „${title}“ anzubieten. Die Einzelheiten:\n\n…\n\nBitte geben Sie uns bis zum … Bescheid, ob Sie zusagen. Wir freuen uns auf die Zusammenarbeit.\n\nFreundliche Grüße\n${organization}`,
  }),
  declined: ({ name, title, organization }) => ({
    subject: `Ihre Bewerbung: ${title}`,
    body: `Guten Tag ${name},\n\nvielen Dank für Ihre Bewerbung auf die Stelle „${title}“ und für die Zeit, die Sie sich genommen haben. Wir haben uns diesmal anders entschieden und wollten, dass Sie es von uns erfahren.\n\nWir wünschen Ihnen viel Erfolg und freuen uns, wenn Sie sich wieder einmal bei uns bewerben.\n\nFreundliche Grüße\n${organization}`,
  }),
};

const FRENCH: Record<AnswerTemplateName, Template> = {
  question: ({ name, title, organization }) => ({
    subject: `Une question sur votre candidature\u00a0: ${title}`,
    body: `Bonjour ${name},\n\nmerci pour votre candidature au poste «\u202f${title}\u202f». Avant d’aller plus loin, nous aimerions savoir\u00a0:\n\n…\n\nIl vous suffit de répondre à cet e-mail.\n\nCordialement\n${organization}`,
  }),
  invitation: ({ name, title, organization }) => ({
    subject: `Invitation à un entretien\u00a0: ${title}`,
    body: `Bonjour ${name},\n\nvotre candidature au poste «\u202f${title}\u202f» a retenu notre attention et nous aimerions vous rencontrer. L’une de ces dates vous conviendrait-elle\u202f?\n\n…\n\nMerci de répondre à cet e-mail\u202f; si aucune n’est possible, proposez-nous-en une autre.\n\nCordialement\n${organization}`,
  }),
  offer: ({ name, title, organization }) => ({
    subject: `Nous souhaitons travailler avec vous\u00a0: ${title}`,
    body: `Bonjour ${name},\n\nnous avons le plaisir de vous proposer le poste «\u202f${title}\u202f». En voici les détails\u00a0:\n\n…\n\nMerci de nous dire avant le … si vous acceptez. Nous nous réjouissons de travailler avec vous.\n\nCordialement\n${organization}`,
  }),
  declined: ({ name, title, organization }) => ({
    subject: `Votre candidature\u00a0: ${title}`,
    body: `Bonjour ${name},\n\nmerci pour votre candidature au poste «\u202f${title}\u202f» et pour le temps que vous y avez consacré. Nous avons fait un autre choix cette fois-ci et tenions à vous l’annoncer nous-mêmes.\n\nNous vous souhaitons plein succès et serons heureux de vous relire.\n\nCordialement\n${organization}`,
  }),
};

const TEMPLATES: Record<string, Record<AnswerTemplateName, Template>> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

/** Words to begin an answer with, in the language in which somebody has applied. */
export function answerTemplates(application: {
  first_name: string;
  last_name: string;
  job_title: string;
  organization_name: string;
  language: string;
  state: ApplicationState;
}): AnswerTemplate[] {
  const facts = {
    name: `${application.first_name} ${application.last_name}`,
    title: application.job_title,
    organization: application.organization_name,
  };
  const texts = TEMPLATES[application.language] ?? ENGLISH;
  const next = nextStates(application.state, 'employer');
  return (Object.keys(STATES) as AnswerTemplateName[]).map((name) => {
    const state = STATES[name];
    return { name, ...texts[name](facts), state: state && next.includes(state) ? state : null };
  });
}
