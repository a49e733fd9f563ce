import { alertLinkPath, RECRUITING_MAILS_PATH } from '#contract/pages/paths.js';
import type { Translate } from '#shared/text/translator.js';
import { slotText } from '#shared/time-zones/time-zone.js';
import type { AlertDetails, DigestContent } from '../outbox.js';
import { type ListedItem, type MailText, type MailWriters, shortened } from './mail-texts.js';

type AlertMail = 'alert-confirm' | 'job-alert' | 'resume-alert';

/** Mails with new results for saved searches. */
export const ALERT_MAILS: MailWriters<AlertMail> = {
  'alert-confirm': ({ t, site, lasts }) => ({
    subject: t('mail.alert-confirm.subject', { site }),
    preheader: t('mail.alert-confirm.preheader'),
    heading: t('mail.alert-confirm.heading'),
    paragraphs: [t('mail.alert-confirm.text', { site })],
    button: t('mail.alert-confirm.button'),
    after: [t('mail.alert-confirm.linkLasts', { lasts })],
  }),
  'job-alert': ({ t, site, details }) => {
    const { search, count, more, items, path } = findsOf(details);
    return {
      subject: search
        ? t('mail.job-alert.subjectOfSearch', { count, search: shortened(search) })
        : t('mail.job-alert.subject', { count, site }),
      preheader: items.map(({ title }) => title).join(' · '),
      heading: t('mail.job-alert.heading', { count }),
      paragraphs: [search ? t('mail.job-alert.textOfSearch', { search }) : t('mail.job-alert.text', { site })],
      items,
      after: more > 0 ? [t('mail.job-alert.more', { count: more })] : [],
      button: t('mail.job-alert.button'),
      reason: t('mail.job-alert.reason', { site }),
      links: [{ words: t('mail.job-alert.change'), path }],
    } satisfies MailText;
  },
  'resume-alert': ({ t, site, details }) => {
    const { search, count, more, items, path } = findsOf(details);
    return {
      subject: search
        ? t('mail.resume-alert.subjectOfSearch', { count, search: shortened(search) })
        : t('mail.resume-alert.subject', { count, site }),
      preheader: t('mail.resume-alert.preheader'),
      heading: t('mail.resume-alert.heading', { count }),
      paragraphs: [search ? t('mail.resume-alert.textOfSearch', { search }) : t('mail.resume-alert.text', { site })],
      items,
      after: more > 0 ? [t('mail.resume-alert.more', { count: more })] : [],
      button: t('mail.resume-alert.button'),
      reason: t('mail.resume-alert.reason', { site }),
      links: [{ words: t('mail.resume-alert.change'), path }],
    } satisfies MailText;
  },
};
const EMPTY: DigestContent = { people: 0, waiting: [], interviews: [], closing: [], more: 0 };

function findsOf({ search, items: json, count: all = '0', token = '' }: Omit<AlertDetails, 'path'>) {
  const items = json ? (JSON.parse(json) as ListedItem[]) : [];
  const count = Number(all);
  return { search, items, count, more: Math.max(count - items.length, 0), path: alertLinkPath(token) };
}

/** Digest of pending work for members of organizations. Applicants are not named, since a mail may be read in transit. */
export const DIGEST_MAILS: MailWriters<'recruiting-digest'> = {
  'recruiting-digest': ({ t, locale, site, details }) => {
    const content = details.content === undefined ? EMPTY : (JSON.parse(details.content) as DigestContent);
    const { people, waiting, more } = content;
    const days = Math.max(0, ...waiting.map((job) => job.days));
    const subject = people > 0 ? waitText(t, people, days) : t('mail.recruiting-digest.planned', { site });
    return {
      subject,
      preheader: [...waiting, ...content.interviews, ...content.closing].map(({ title }) => title).join(' · '),
      heading: t('mail.recruiting-digest.heading'),
      paragraphs: [people > 0 ? t('mail.recruiting-digest.text') : t('mail.recruiting-digest.plannedText')],
      items: itemsOf(content, t, locale),
      after: more > 0 ? [t('mail.recruiting-digest.more', { count: more })] : [],
      button: t('mail.recruiting-digest.button'),
      reason: t('mail.recruiting-digest.reason', { site }),
      links: [{ words: t('mail.chooseMails'), path: RECRUITING_MAILS_PATH }],
    } satisfies MailText;
  },
};

function itemsOf({ waiting, interviews, closing }: DigestContent, t: Translate, locale: string): ListedItem[] {
  const dayFormat = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return [
    ...waiting.map(({ title, path, people, days }) => ({ title, path, note: waitText(t, people, days) })),
    ...interviews.map(({ title, path, start, minutes, zone }) => {
      const time = slotText(new Date(start), minutes, { locale, timeZone: zone });
      return { title, path, note: t('mail.recruiting-digest.interview', { time }) };
    }),
    ...closing.map(({ title, path, day }) => {
      const date = dayFormat.format(new Date(day));
      return { title, path, note: t('mail.recruiting-digest.closing', { date }) };
    }),
  ];
}

/** @returns a text such as `3 people have been waiting for an answer, the first for 10 days` */
function waitText(t: Translate, people: number, days: number): string {
  const since = t('mail.recruiting-digest.since', { count: days });
  return t('mail.recruiting-digest.waiting', { count: people, since });
}
