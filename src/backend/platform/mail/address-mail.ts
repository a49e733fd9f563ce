import { ALERT_ONE_CLICK_PATH, DIGEST_ONE_CLICK_PATH } from '#contract/pages/paths.js';
import type { BackendOptions, BackendSite, MailOptions } from '#contract/backend/backend.js';
import type { DueMail } from './due-mails.js';
import type { OutgoingMail } from './mailer.port.js';
import { writeMail } from './write-mail.js';

/** Makes out of a row of the outbox what is sent, or shown. */
export interface AddressedMails {
  /** Whether it is known where links lead to. */
  areReady(): boolean;
  /** @returns undefined when the site sends no mail (any more), or there is no such template */
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

/** @returns where a POST ends mails of this kind (RFC 8058); undefined: there is nothing to end */
function oneClickOf({ details: { token, digestToken } }: Pick<DueMail, 'details'>, origin: string): string | undefined {
  if (token) return `${origin}${ALERT_ONE_CLICK_PATH}?token=${encodeURIComponent(token)}`;
  return digestToken && `${origin}${DIGEST_ONE_CLICK_PATH}?token=${encodeURIComponent(digestToken)}`;
}

/** The answer goes to whoever wrote, or applied. */
const ANSWERED_DIRECTLY: readonly string[] = ['contact-message', 'job-report', 'application-received'];

/** Whose words a mail holds, or whom it is about. */
function replyToOf({ template, details }: Pick<DueMail, 'template' | 'details'>): string | undefined {
  if (ANSWERED_DIRECTLY.includes(template)) return details.email;
  return template === 'application-answer' || template.startsWith('interview-') ? details.replyTo : undefined;
}
