import { CONTACT_LAPSE_DAYS } from '#contract/contact-requests.js';
import type { OrderMail } from '../outbox.js';
import { type MailWriters, paragraphsOf, preheaderOf, shortened, type MailFacts, type MailText } from './mail-texts.js';

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

type ReviewMail =
  | 'job-approved'
  | 'job-sent-back'
  | 'job-unpublished'
  | 'organization-approved'
  | 'organization-suspended'
  | 'organization-resumed'
  | 'organization-merged'
  | 'organization-sent-back'
  | 'recruiter-approved'
  | 'recruiter-refused'
  | 'recruiter-question';

/** Mails about the result of reviewing a job, an organization's page or a recruiter. */
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
  'job-unpublished': ({ t, site, details: { title = '', reason = '' } }) => ({
    subject: t('mail.job-unpublished.subject', { title: shortened(title) }),
    preheader: t('mail.job-unpublished.preheader', { site }),
    heading: t('mail.job-unpublished.heading'),
    paragraphs: [t('mail.job-unpublished.text', { title, site }), ...paragraphsOf(reason)],
    button: t('mail.job-unpublished.button'),
    after: [t('mail.job-unpublished.kept')],
    reason: t('mail.job-unpublished.reason', { site }),
  }),
  'organization-approved': ({ t, site, details: { organization = '' } }) => ({
    subject: t('mail.organization-approved.subject', { organization: shortened(organization) }),
    preheader: t('mail.organization-approved.preheader'),
    heading: t('mail.organization-approved.heading'),
    paragraphs: [t('mail.organization-approved.text', { organization, site })],
    button: t('mail.organization-approved.button'),
    reason: t('mail.organization-approved.reason', { organization, site }),
  }),
  'organization-suspended': ({ t, site, details: { organization = '', reason = '' } }) => ({
    subject: t('mail.organization-suspended.subject', { organization: shortened(organization) }),
    preheader: t('mail.organization-suspended.preheader'),
    heading: t('mail.organization-suspended.heading'),
    paragraphs: [t('mail.organization-suspended.text', { organization, site }), ...paragraphsOf(reason)],
    button: t('mail.organization-suspended.button'),
    after: [t('mail.organization-suspended.kept')],
    reason: t('mail.organization-suspended.reason', { organization, site }),
  }),
  'organization-resumed': ({ t, site, details: { organization = '' } }) => ({
    subject: t('mail.organization-resumed.subject', { organization: shortened(organization) }),
    preheader: t('mail.organization-resumed.preheader'),
    heading: t('mail.organization-resumed.heading'),
    paragraphs: [t('mail.organization-resumed.text', { organization, site })],
    button: t('mail.organization-suspended.button'),
    reason: t('mail.organization-suspended.reason', { organization, site }),
  }),
  'organization-merged': ({ t, site, details: { organization = '', other = '' } }) => ({
    subject: t('mail.organization-merged.subject', { organization: shortened(organization), other: shortened(other) }),
    preheader: t('mail.organization-merged.preheader'),
    heading: t('mail.organization-merged.heading'),
    paragraphs: [t('mail.organization-merged.text', { organization, other, site })],
    button: t('mail.organization-suspended.button'),
    after: [t('mail.organization-merged.kept')],
    reason: t('mail.organization-merged.reason', { organization, other, site }),
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
  'recruiter-approved': ({ t, site }) => ({
    subject: t('mail.recruiter-approved.subject', { site }),
    preheader: t('mail.recruiter-approved.preheader'),
    heading: t('mail.recruiter-approved.heading'),
    paragraphs: [t('mail.recruiter-approved.text', { site })],
    button: t('mail.recruiter-approved.button'),
    reason: t('mail.because.registered', { site }),
  }),
  'recruiter-refused': ({ t, site, details: { message = '' } }) => ({
    subject: t('mail.recruiter-refused.subject', { site }),
    preheader: t('mail.recruiter-refused.preheader'),
    heading: t('mail.recruiter-refused.heading'),
    paragraphs: [t('mail.recruiter-refused.text', { site }), ...paragraphsOf(message)],
    after: [t('mail.recruiter-refused.answer')],
    reason: t('mail.because.registered', { site }),
  }),
  'recruiter-question': ({ t, site, details: { message = '' } }) => ({
    subject: t('mail.recruiter-question.subject', { site }),
    preheader: preheaderOf(message),
    heading: t('mail.recruiter-question.heading'),
    paragraphs: [t('mail.recruiter-question.text', { site }), ...paragraphsOf(message)],
    after: [t('mail.recruiter-question.answer')],
    reason: t('mail.because.registered', { site }),
  }),
};

/** @param day such as `2026-12-05` */
function dayInWords(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** Mails about the progress of an order, to the recipient of invoices. */
export const ORDER_MAILS: MailWriters<OrderMail> = {
  'order-invoice': (facts) => ({ ...orderMail('order-invoice', facts), after: paymentOf(facts) }),
  'order-paid': (facts) => orderMail('order-paid', facts),
  'order-canceled': (facts) => orderMail('order-canceled', facts),
  'order-refunded': (facts) => orderMail('order-refunded', facts),
  'payment-reminder': (facts) => ({ ...orderMail('payment-reminder', facts), after: paymentOf(facts) }),
  'payment-overdue': (facts) => ({ ...orderMail('payment-overdue', facts), after: paymentOf(facts) }),
};

function orderMail(template: OrderMail, { t, site, details }: MailFacts<OrderMail>): MailText {
  const { order = '', product = '', amount = '', due = '' } = details;
  return {
    subject: t(`mail.${template}.subject`, { order, site, due }),
    preheader: t(`mail.${template}.preheader`, { amount, product }),
    heading: t(`mail.${template}.heading`),
    paragraphs: [t(`mail.${template}.text`, { order, product, amount, due, site })],
    button: t('mail.order.button'),
    reason: t('mail.order.reason', { site }),
  };
}

function paymentOf({ t, details: { order = '', payment = '' } }: MailFacts<OrderMail>): string[] {
  if (payment === '') return [];
  return [t('mail.order.payment', { order }), payment];
}

type ContactMail = 'contact-request' | 'contact-outcome' | 'contact-revoked' | 'contact-written' | 'contact-reply';
