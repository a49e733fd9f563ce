import type { Translate } from '#shared/text/translator.js';
import { dayOf, type MailText, type MailWriters, shortened } from './mail-texts.js';

type AccountMail =
  | 'verify-email'
  | 'already-registered'
  | 'registered-again'
  | 'reset-password'
  | 'password-changed'
  | 'change-email'
  | 'email-changed'
  | 'account-deleted'
  | 'account-unused'
  | 'resume-unused'
  | 'organization-invitation'
  | 'link-identity';

/** Mails to the owner of an account about the account. */
export const ACCOUNT_MAILS: MailWriters<AccountMail> = {
  'verify-email': ({ t, site, lasts }) => ({
    subject: t('mail.verify-email.subject', { site }),
    preheader: t('mail.verify-email.preheader'),
    heading: t('mail.verify-email.heading', { site }),
    paragraphs: [t('mail.verify-email.text')],
    button: t('mail.verify-email.button'),
    after: [t('mail.verify-email.linkLasts', { lasts }), t('mail.verify-email.notRegistered')],
  }),
  'already-registered': ({ t, site, lasts }) => ({
    subject: t('mail.already-registered.subject', { site }),
    preheader: t('mail.already-registered.preheader'),
    heading: t('mail.already-registered.heading'),
    paragraphs: [t('mail.already-registered.text', { site }), t('mail.already-registered.forgotten')],
    button: t('mail.already-registered.button'),
    after: [t('mail.already-registered.linkLasts', { lasts }), t('mail.notYou')],
  }),
  'registered-again': ({ t, site, lasts }) => ({
    subject: t('mail.registered-again.subject', { site }),
    preheader: t('mail.registered-again.preheader'),
    heading: t('mail.registered-again.heading'),
    paragraphs: [t('mail.registered-again.text', { site })],
    button: t('mail.registered-again.button'),
    after: [t('mail.registered-again.linkLasts', { lasts }), t('mail.notYou')],
  }),
  'reset-password': ({ t, site, lasts }) => ({
    subject: t('mail.reset-password.subject', { site }),
    preheader: t('mail.reset-password.preheader'),
    heading: t('mail.reset-password.heading'),
    paragraphs: [t('mail.reset-password.text', { site })],
    button: t('mail.reset-password.button'),
    after: [t('mail.reset-password.linkLasts', { lasts }), t('mail.notYou')],
  }),
  'password-changed': ({ t, site }) => ({
    subject: t('mail.password-changed.subject', { site }),
    preheader: t('mail.password-changed.preheader'),
    heading: t('mail.password-changed.heading'),
    paragraphs: [t('mail.password-changed.text', { site }), t('mail.password-changed.notYou')],
  }),
  'change-email': ({ t, site, lasts }) => ({
    subject: t('mail.change-email.subject', { site }),
    preheader: t('mail.change-email.preheader'),
    heading: t('mail.change-email.heading'),
    paragraphs: [t('mail.change-email.text', { site })],
    button: t('mail.change-email.button'),
    after: [t('mail.change-email.linkLasts', { lasts }), t('mail.notYou')],
  }),
  'email-changed': ({ t, site, details: { newEmail: email } }) => ({
    subject: t('mail.email-changed.subject', { site }),
    preheader: t('mail.email-changed.preheader'),
    heading: t('mail.email-changed.heading'),
    paragraphs: [
      email ? t('mail.email-changed.text', { site, email }) : t('mail.email-changed.textWithoutAddress', { site }),
      t('mail.email-changed.notYou'),
    ],
  }),
  'account-deleted': ({ t, site }) => ({
    subject: t('mail.account-deleted.subject', { site }),
    preheader: t('mail.account-deleted.preheader'),
    heading: t('mail.account-deleted.heading'),
    paragraphs: [t('mail.account-deleted.text', { site }), t('mail.account-deleted.thanks')],
  }),
  'account-unused': ({ t, locale, site, details: { until } }) =>
    unused(t, 'account-unused', { site, date: dayOf(until, locale) }),
  'resume-unused': ({ t, locale, site, details: { until } }) =>
    unused(t, 'resume-unused', { site, date: dayOf(until, locale) }),
  'organization-invitation': ({ t, site, lasts, details: { organization = '', name = '' } }) => ({
    subject: t('mail.organization-invitation.subject', { organization: shortened(organization) }),
    preheader: t('mail.organization-invitation.preheader', { name, site }),
    heading: t('mail.organization-invitation.heading', { organization }),
    paragraphs: [
      t('mail.organization-invitation.text', { name, organization, site }),
      t('mail.organization-invitation.accept'),
    ],
    button: t('mail.organization-invitation.button'),
    after: [t('mail.organization-invitation.linkLasts', { lasts, organization })],
    reason: t('mail.because.invited', { name, site }),
  }),
  'link-identity': ({ t, site, lasts, details }) => {
    const { provider = t('mail.link-identity.otherService') } = details;
    return {
      subject: t('mail.link-identity.subject', { site, provider }),
      preheader: t('mail.link-identity.preheader'),
      heading: t('mail.link-identity.heading', { provider }),
      paragraphs: [t('mail.link-identity.text', { site, provider })],
      button: t('mail.link-identity.button'),
      after: [t('mail.link-identity.linkLasts', { lasts }), t('mail.notYou')],
    };
  },
};

function unused(
  t: Translate,
  template: 'account-unused' | 'resume-unused',
  values: { site: string; date: string },
): MailText {
  const said = (part: string) => t(`mail.${template}.${part}`, values);
  return {
    subject: said('subject'),
    preheader: said('preheader'),
    heading: said('heading'),
    paragraphs: [said('text'), said('next')],
    button: said('button'),
  };
}
