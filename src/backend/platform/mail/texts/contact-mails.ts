import { CONTACT_LAPSE_DAYS } from '#contract/contact-requests.js';
import { type MailWriters, paragraphsOf, preheaderOf, shortened } from './mail-texts.js';

type ContactMail = 'contact-request' | 'contact-outcome' | 'contact-revoked' | 'contact-written' | 'contact-reply';

/** Mails between organizations and owners of resumes, and about the progress of contact requests. No mail discloses their addresses. */
export const CONTACT_MAILS: MailWriters<ContactMail> = {
  'contact-request': ({ t, site, details: { organization = '', name = '', body = '' } }) => ({
    subject: t('mail.contact-request.subject', { organization: shortened(organization) }),
    preheader: preheaderOf(body),
    heading: t('mail.contact-request.heading', { organization }),
    paragraphs: [t('mail.contact-request.text', { name, organization, site }), ...paragraphsOf(body)],
    button: t('mail.contact-request.button'),
    after: [t('mail.contact-request.shown'), t('mail.contact-request.lapses', { days: CONTACT_LAPSE_DAYS })],
    reason: t('mail.contact-request.reason', { site }),
  }),
  'contact-outcome': ({ t, site, details }) => {
    const { title = t('mail.contact-outcome.untitled'), outcome = 'lapsed' } = details;
    return {
      subject: t(`mail.contact-outcome.${outcome}.subject`, { title: shortened(title) }),
      preheader: t(`mail.contact-outcome.${outcome}.preheader`),
      heading: t(`mail.contact-outcome.${outcome}.heading`),
      paragraphs: [t(`mail.contact-outcome.${outcome}.text`, { title, site, days: CONTACT_LAPSE_DAYS })],
      button: t(`mail.contact-outcome.${outcome}.button`),
      reason: t('mail.contact-outcome.reason', { site }),
    };
  },
  'contact-revoked': ({ t, site, details: { organization = '' } }) => ({
    subject: t('mail.contact-revoked.subject', { organization: shortened(organization) }),
    preheader: t('mail.contact-revoked.preheader'),
    heading: t('mail.contact-revoked.heading'),
    paragraphs: [t('mail.contact-revoked.text', { organization, site })],
    button: t('mail.contact-revoked.button'),
    reason: t('mail.contact-request.reason', { site }),
  }),
  'contact-written': ({ t, site, details: { from = '', body = '' } }) => ({
    subject: t('mail.contact-written.subject', { from: shortened(from) }),
    preheader: preheaderOf(body),
    heading: t('mail.contact-written.heading', { from }),
    paragraphs: paragraphsOf(body),
    button: t('mail.contact-written.button'),
    after: [t('mail.contact-written.answer', { site })],
    isQuoted: true,
    reason: t('mail.contact-written.reason', { from, site }),
  }),
  'contact-reply': ({ t, site, details: { from = '', body = '' } }) => ({
    subject: t('mail.contact-reply.subject', { from: shortened(from) }),
    preheader: preheaderOf(body),
    heading: t('mail.contact-reply.heading', { from }),
    paragraphs: paragraphsOf(body),
    button: t('mail.contact-reply.button'),
    after: [t('mail.contact-written.answer', { site })],
    isQuoted: true,
    reason: t('mail.contact-reply.reason', { from, site }),
  }),
};
