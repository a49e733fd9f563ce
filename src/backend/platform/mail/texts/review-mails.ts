import { type MailWriters, paragraphsOf, shortened } from './mail-texts.js';

type ReviewMail = 'job-approved' | 'job-sent-back' | 'organization-approved' | 'organization-sent-back';

/** What became of a job or a page that somebody of the site has looked at. */
export const REVIEW_MAILS: MailWriters<ReviewMail> = {
  'job-approved': ({ t, locale, site, details: { title = '', subject = 'job', startsOn } }) => {
    const day = startsOn && dayInWords(startsOn, locale);
    const shared = {
      button: t('mail.job-approved.button'),
      reason: t('mail.job-approved.reason', { site }),
    };
    if (subject === 'change')
      return {
        ...shared,
        subject: t('mail.job-approved.change.subject', { title: shortened(title) }),
        preheader: t('mail.job-approved.change.preheader'),
        heading: t('mail.job-approved.change.heading'),
        paragraphs: [
          day
            ? t('mail.job-approved.change.textLater', { title, day })
            : t('mail.job-approved.change.textNow', { title }),
        ],
      };
    return {
      ...shared,
      subject: t('mail.job-approved.subject', { title: shortened(title) }),
      preheader: t('mail.job-approved.preheader', { site }),
      heading: t('mail.job-approved.heading'),
      paragraphs: [day ? t('mail.job-approved.textLater', { title, day }) : t('mail.job-approved.textNow', { title })],
    };
  },
  'job-sent-back': ({ t, site, details: { title = '', reason = '', subject = 'job' } }) => ({
    subject: t('mail.job-sent-back.subject', { title: shortened(title) }),
    preheader: t('mail.job-sent-back.preheader'),
    heading: t('mail.job-sent-back.heading'),
    paragraphs: [
      subject === 'change'
        ? t('mail.job-sent-back.textChange', { title, site })
        : t('mail.job-sent-back.text', { title, site }),
      ...paragraphsOf(reason),
    ],
    button: t('mail.job-sent-back.button'),
    after: [t('mail.job-sent-back.kept')],
    reason: t('mail.job-sent-back.reason', { site }),
  }),
  'organization-approved': ({ t, site, details: { organization = '' } }) => ({
    subject: t('mail.organization-approved.subject', { organization: shortened(organization) }),
    preheader: t('mail.organization-approved.preheader'),
    heading: t('mail.organization-approved.heading'),
    paragraphs: [t('mail.organization-approved.text', { organization, site })],
    button: t('mail.organization-approved.button'),
    reason: t('mail.organization-approved.reason', { organization, site }),
  }),
  'organization-sent-back': ({ t, site, details: { organization = '', reason = '' } }) => ({
    subject: t('mail.organization-sent-back.subject', { organization: shortened(organization) }),
    preheader: t('mail.organization-sent-back.preheader'),
    heading: t('mail.organization-sent-back.heading'),
    paragraphs: [t('mail.organization-sent-back.text', { organization, site }), ...paragraphsOf(reason)],
    button: t('mail.organization-sent-back.button'),
    after: [t('mail.organization-sent-back.kept')],
    reason: t('mail.organization-sent-back.reason', { organization, site }),
  }),
};

/** @param day `2026-12-05` */
function dayInWords(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
