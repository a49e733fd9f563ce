import type { Mailer } from './mailer.port.js';

/** For development: nothing leaves the database, where the mailbox shows it. */
export const mailboxMailer: Mailer = {
  send: () => Promise.resolve({ outcome: 'sent' }),
  maxMs: 1000,
  keepsMails: true,
  close: () => undefined,
};
