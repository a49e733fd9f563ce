import { ALERT_ONE_CLICK_PATH, DIGEST_ONE_CLICK_PATH } from '#contract/pages/paths.js';
import type { BackendOptions, BackendSite, MailOptions } from '#contract/backend/backend.js';
import type { DueMail } from './due-mails.js';
import type { OutgoingMail } from './mailer.port.js';
import { writeMail } from './write-mail.js';

/** Turns a row of the outbox into a mail to send or display. */
export interface AddressedMails {
  /** Whether the base addresses for links are known. */
  areReady(): boolean;
  /** @returns undefined if the site sends no mail (any more), or the template does not exist */
  address(mail: Omit<DueMail, 'attempts'>): OutgoingMail | undefined;
}

export function addressedMails(options: {
  sites: readonly BackendSite[];
  homeOf: NonNullable<BackendOptions['homeOf']>;
  from: MailOptions['from'];
}): AddressedMails {
  const { sites, homeOf, from } = options;
  const senders = new Map(
    sites.flatMap(({ name, mail, locales, texts }) => (mail ? [[name, { mail, locales, texts }] as const] : [])),
  );
  return {
    areReady: () => [...senders.keys()].every((site) => homeOf(site, '') !== undefined),
    address(mail) {
      const site = senders.get(mail.site);
      const home = homeOf(mail.site, mail.language);
      if (!site || home === undefined) return undefined;
      const { mail: sender } = site;
      const ready = writeMail(mail, site, home);
      if (!ready) return undefined;
      const address = from ?? sender.contactEmail;
      return {
        ...ready,
        messageId: `<${mail.message_key}@${address.slice(address.lastIndexOf('@') + 1)}>`,
        from: { name: sender.title, address },
        replyTo: replyToOf(mail) || sender.contactEmail,
        to: mail.recipient,
        at: mail.created_at,
        oneClick: oneClickOf(mail, new URL(home).origin),
      };
    },
  };
}

/** @returns the one-click unsubscribe address (RFC 8058); undefined if the mail does not belong to a subscription */
function oneClickOf({ details: { token, digestToken } }: Pick<DueMail, 'details'>, origin: string): string | undefined {
  if (token) return `${origin}${ALERT_ONE_CLICK_PATH}?token=${encodeURIComponent(token)}`;
  return digestToken && `${origin}${DIGEST_ONE_CLICK_PATH}?token=${encodeURIComponent(digestToken)}`;
}

/** Templates whose replies go to the author of the message, or the applicant. */
const ANSWERED_DIRECTLY: readonly string[] = ['contact-message', 'job-report', 'application-received'];

/** Returns the address of the person who wrote the content of the mail, or whom it is about. */
function replyToOf({ template, details }: Pick<DueMail, 'template' | 'details'>): string | undefined {
  if (ANSWERED_DIRECTLY.includes(template)) return details.email;
  return template === 'application-answer' || template.startsWith('interview-') ? details.replyTo : undefined;
}
