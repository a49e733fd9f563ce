import { RECRUITING_MAILS_PATH, SITE_JOBS_PATH } from '#contract/pages/paths.js';
import { type Translate, formatMegabytes } from '#shared/text/translator.js';
import { slotText } from '#shared/time-zones/time-zone.js';
import type { EndedInterview, LinkedFile, InterviewDetails } from '../outbox.js';
import {
  dayOf,
  type ListedItem,
  type MailText,
  type MailWriters,
  paragraphsOf,
  preheaderOf,
  shortened,
} from './mail-texts.js';

type ApplicationMail =
  | 'contact-message'
  | 'contact-copy'
  | 'job-report'
  | 'application-sent'
  | 'application-received'
  | 'application-added'
  | 'application-answer'
  | 'application-declined'
  | 'application-withdrawn'
  | 'application-mention'
  | 'application-deletion';

/** Mails between visitors, applicants and employers, and about the progress of applications. */
export const APPLICATION_MAILS: MailWriters<ApplicationMail> = {
  'contact-message': ({ t, locale, site, details }) => {
    const { id, name = '', email = '', subject = '', body = '', files, links, until } = details;
    return {
      subject: t('mail.contact-message.subject', { subject }),
      preheader: preheaderOf(body),
      heading: subject,
      paragraphs: [
        t('mail.contact-message.from', { name, email }),
        ...paragraphsOf(body),
        ...attached(t, 'mail.contact-message.attached', files),
        ...(id === undefined ? [] : [t('mail.contact-message.reference', { id })]),
        ...(until === undefined ? [] : [t('mail.contact-message.linked', { date: dayOf(until, locale) })]),
      ],
      items: linkedFiles(links, locale),
      isQuoted: true,
      reason: t('mail.contact-message.reason', { site, email }),
    };
  },
  'contact-copy': ({ t, site, details: { name = '', subject = '', body = '', files } }) => ({
    subject: t('mail.contact-copy.subject', { site, subject }),
    preheader: t('mail.contact-copy.preheader'),
    heading: t('mail.contact-copy.heading'),
    paragraphs: [
      t('mail.contact-copy.text', { name }),
      subject,
      ...paragraphsOf(body),
      ...attached(t, 'mail.contact-copy.attached', files),
    ],
    after: [t('mail.contact-copy.notYou')],
  }),
  'job-report': ({ t, site, details: { title = '', reason = 'other', body = '', email } }) => ({
    subject: t('mail.job-report.subject', { title: shortened(title) }),
    preheader: preheaderOf(body),
    heading: t('mail.job-report.heading'),
    paragraphs: [
      title,
      t(`mail.job-report.reasons.${reason}`),
      ...paragraphsOf(body),
      email === undefined ? t('mail.job-report.anonymous') : t('mail.job-report.from', { email }),
    ],
    button: t('mail.job-report.button'),
    // Page on which an editor can take the job offline.
    links: [{ words: t('mail.job-report.manage'), path: `${SITE_JOBS_PATH}?title=${encodeURIComponent(title)}` }],
    isQuoted: true,
    reason: t('mail.job-report.reason', { site }),
  }),
  'application-sent': ({ t, site, details: { name = '', title = '', organization = '', jobPath, files } }) => ({
    subject: t('mail.application-sent.subject', { title: shortened(title) }),
    preheader: t('mail.application-sent.preheader', { organization }),
    heading: t('mail.application-sent.heading'),
    addressee: name,
    paragraphs: [
      t('mail.application-sent.text', { title, organization, site }),
      files ? t('mail.application-sent.attached', { files }) : t('mail.application-sent.noFiles'),
      t('mail.application-sent.next'),
    ],
    items: jobPath === undefined ? [] : [{ title, note: organization, path: jobPath }],
    button: t('mail.application-sent.button'),
    reason: t('mail.application-sent.reason', { site }),
  }),
  'application-received': ({ t, site, details: { name = '', title = '', organization = '', email = '', member } }) => ({
    subject: t('mail.application-received.subject', { title: shortened(title) }),
    preheader: t('mail.application-received.preheader', { name }),
    heading: t('mail.application-received.heading'),
    paragraphs: [
      t('mail.application-received.text', { name, title, organization }),
      t('mail.application-received.answering', { email }),
    ],
    button: t('mail.application-received.button'),
    links: memberLinks(t, member),
    reason: t('mail.because.recruiting', { organization, site }),
  }),
  'application-added': ({
    t,
    site,
    details: { name = '', title = '', organization = '', body = '', files, member },
  }) => ({
    subject: t('mail.application-added.subject', { title: shortened(title) }),
    preheader: t('mail.application-added.preheader', { name }),
    heading: t('mail.application-added.heading'),
    paragraphs: [
      t('mail.application-added.text', { name, title, organization }),
      ...paragraphsOf(body),
      ...attached(t, 'mail.application-added.attached', files),
    ],
    button: t('mail.application-added.button'),
    links: memberLinks(t, member),
    reason: t('mail.because.recruiting', { organization, site }),
  }),
  'application-answer': ({ t, locale, site, details }) => {
    const { subject = t('mail.application-answer.subject'), body = '', title = '', organization = '' } = details;
    return {
      subject: shortened(subject),
      preheader: preheaderOf(body),
      heading: subject,
      paragraphs: paragraphsOf(body),
      after: endedInterview(t, locale, details.ended),
      button: t('mail.application-answer.button'),
      isQuoted: true,
      reason: t('mail.application-answer.reason', { organization, site, title }),
    };
  },
  'application-declined': ({ t, locale, site, details: { name = '', title = '', organization = '', ended } }) => ({
    subject: shortened(t('mail.application-declined.subject', { organization, title })),
    preheader: t('mail.application-declined.preheader', { organization }),
    heading: t('mail.application-declined.heading'),
    addressee: name,
    paragraphs: [
      t('mail.application-declined.text', { title, organization }),
      ...endedInterview(t, locale, ended),
      t('mail.application-declined.wishes'),
    ],
    button: t('mail.application-declined.button'),
    reason: t('mail.because.applied', { title, site }),
  }),
  'application-mention': ({ t, site, details: { name = '', title = '', organization = '' } }) => ({
    subject: t('mail.application-mention.subject', { name, title: shortened(title) }),
    preheader: t('mail.application-mention.preheader', { organization }),
    heading: t('mail.application-mention.heading'),
    paragraphs: [t('mail.application-mention.text', { name, title })],
    button: t('mail.application-mention.button'),
    reason: t('mail.application-mention.reason', { organization, site }),
  }),
  'application-deletion': ({ t, locale, site, details: { name = '', title = '', organization = '', until } }) => {
    const date = dayOf(until, locale);
    return {
      subject: t('mail.application-deletion.subject', { title: shortened(title) }),
      preheader: t('mail.application-deletion.preheader', { organization }),
      heading: t('mail.application-deletion.heading', { date }),
      addressee: name,
      paragraphs: [
        t('mail.application-deletion.text', { title, organization, date, site }),
        t('mail.application-deletion.next'),
      ],
      button: t('mail.application-deletion.button'),
      reason: t('mail.application-deletion.reason', { site }),
    };
  },
  'application-withdrawn': ({ t, site, details: { name = '', title = '', organization = '', member } }) => ({
    subject: t('mail.application-withdrawn.subject', { title: shortened(title) }),
    preheader: t('mail.application-withdrawn.preheader', { name }),
    heading: t('mail.application-withdrawn.heading'),
    paragraphs: [t('mail.application-withdrawn.text', { name, title, organization })],
    button: t('mail.application-withdrawn.button'),
    links: memberLinks(t, member),
    reason: t('mail.because.recruiting', { organization, site }),
  }),
};

/** Only account holders can choose which mails they receive. */
function memberLinks(t: Translate, member: string | undefined): NonNullable<MailText['links']> {
  return member === undefined ? [] : [{ words: t('mail.chooseMails'), path: RECRUITING_MAILS_PATH }];
}

function attached(t: Translate, key: string, files: string | undefined): string[] {
  return files ? [t(key, { files })] : [];
}

/**
 * @param ended JSON: `EndedInterview`
 * @returns paragraphs about an interview that ends with the decision
 */
function endedInterview(t: Translate, locale: string, ended: string | undefined): string[] {
  if (ended === undefined) return [];
  const interview = JSON.parse(ended) as EndedInterview;
  if (interview.ended === 'proposed') return [t('mail.interview-ended.proposed')];
  const { start, minutes, zone } = interview;
  const time = slotText(new Date(start), minutes, { locale, timeZone: zone });
  return [t('mail.interview-ended.booked', { time }), t('mail.interview-canceled.calendar')];
}

/** @param links JSON: `LinkedFile[]` */
function linkedFiles(links: string | undefined, locale: string): ListedItem[] {
  const files = links === undefined ? [] : (JSON.parse(links) as LinkedFile[]);
  return files.map(({ name, size, path }) => ({ title: name, note: formatMegabytes(size, locale), path }));
}

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
    addressee: details.name,
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
    preheader: t('mail.interview.summary', factsOf(details)),
    paragraphs: [
      t('mail.interview-canceled.text', factsOf(details)),
      timesOf(details, locale),
      ...paragraphsOf(details.reply ?? ''),
      t('mail.interview-canceled.calendar'),
    ],
  }),
  'interview-taken-back': ({ t, site, details }) => ({
    ...written(t, site, 'interview-taken-back', details),
    addressee: details.name,
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
    // The first paragraph continues the greeting in some languages, so it cannot be shown alone.
    preheader: t('mail.interview.summary', factsOf(details)),
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
