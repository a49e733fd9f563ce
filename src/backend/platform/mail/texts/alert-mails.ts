import { alertLinkPath } from '#contract/pages/paths.js';
import type { AlertDetails } from '../outbox.js';
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

function findsOf({ search, items: json, count: all = '0', token = '' }: Omit<AlertDetails, 'path'>) {
  const items = json ? (JSON.parse(json) as ListedItem[]) : [];
  const count = Number(all);
  return { search, items, count, more: Math.max(count - items.length, 0), path: alertLinkPath(token) };
}
