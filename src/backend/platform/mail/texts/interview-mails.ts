import type { Translate } from '#shared/text/translator.js';
import { slotText } from '#shared/time-zones/slot-text.js';
import type { InterviewDetails } from '../outbox.js';
import { type MailText, type MailWriters, paragraphsOf, shortened } from './mail-texts.js';

type InterviewMail =
  | 'interview-proposed'
  | 'interview-booked'
  | 'interview-changed'
  | 'interview-canceled'
  | 'interview-taken-back'
  | 'interview-others';

type Details = Omit<InterviewDetails, 'path'>;

/** Mails to employers and applicants about interviews. */
export const INTERVIEW_MAILS: MailWriters<InterviewMail> = {
  'interview-proposed': ({ t, locale, site, details }) => ({
    ...written(t, site, 'interview-proposed', details),
    paragraphs: [
      t('mail.interview-proposed.text', factsOf(details)),
      timesOf(details, locale),
      t('mail.interview.place', { place: details.place ?? '' }),
      ...paragraphsOf(details.note ?? ''),
      t('mail.interview-proposed.choose'),
    ],
    button: t('mail.interview-proposed.button'),
  }),
  'interview-booked': ({ t, locale, site, details }) => appointment(t, locale, site, 'interview-booked', details),
  'interview-changed': ({ t, locale, site, details }) => appointment(t, locale, site, 'interview-changed', details),
  'interview-canceled': ({ t, locale, site, details }) => ({
    ...written(t, site, 'interview-canceled', details),
    paragraphs: [
      t('mail.interview-canceled.text', factsOf(details)),
      timesOf(details, locale),
      ...paragraphsOf(details.reply ?? ''),
      t('mail.interview-canceled.calendar'),
    ],
  }),
  'interview-taken-back': ({ t, site, details }) => ({
    ...written(t, site, 'interview-taken-back', details),
    paragraphs: [t('mail.interview-taken-back.text', factsOf(details)), ...paragraphsOf(details.reply ?? '')],
  }),
  'interview-others': ({ t, site, details }) => ({
    ...written(t, site, 'interview-others', details),
    paragraphs: [t('mail.interview-others.text', factsOf(details)), ...paragraphsOf(details.reply ?? '')],
  }),
};

function appointment(
  t: Translate,
  locale: string,
  site: string,
  template: 'interview-booked' | 'interview-changed',
  details: Details,
): MailText {
  return {
    ...written(t, site, template, details),
    paragraphs: [
      t(`mail.${template}.text`, factsOf(details)),
      timesOf(details, locale),
      t('mail.interview.place', { place: details.place ?? '' }),
      ...paragraphsOf(details.note ?? ''),
      t('mail.interview.calendar'),
    ],
  };
}

/** Returns the common parts of the mails, without their paragraphs. */
function written(t: Translate, site: string, template: InterviewMail, details: Details): Omit<MailText, 'paragraphs'> {
  const facts = factsOf(details);
  return {
    subject: t(`mail.${template}.subject`, { ...facts, title: shortened(facts.title) }),
    preheader: t(`mail.${template}.text`, facts),
    heading: t(`mail.${template}.heading`),
    button: t('mail.interview.button'),
    // Some of these mails go to both sides.
    reason: t('mail.because.interview', { title: facts.title, site }),
  };
}

function factsOf({ name = '', title = '', organization = '' }: Details): {
  name: string;
  title: string;
  organization: string;
} {
  return { name, title, organization };
}

/** @returns the times in the employer's time zone, one per line */
function timesOf({ slots = '[]', minutes = '0', zone = 'UTC' }: Details, locale: string): string {
  const starts = JSON.parse(slots) as string[];
  return starts.map((start) => slotText(new Date(start), Number(minutes), { locale, timeZone: zone })).join('\n');
}
