import type { OrderMail } from '../outbox.js';
import type { MailFacts, MailText, MailWriters } from './mail-texts.js';

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
