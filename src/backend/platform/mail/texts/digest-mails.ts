import { RECRUITING_MAILS_PATH } from '#contract/pages/paths.js';
import type { Translate } from '#shared/text/translator.js';
import { slotText } from '#shared/time-zones/slot-text.js';
import type { DigestContent } from '../outbox.js';
import { type ListedItem, type MailText, type MailWriters } from './mail-texts.js';

const EMPTY: DigestContent = { people: 0, waiting: [], interviews: [], closing: [], more: 0 };

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
