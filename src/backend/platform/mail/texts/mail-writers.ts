import type { MailTemplate } from '../outbox.js';
import { ACCOUNT_MAILS } from './account-mails.js';
import { ALERT_MAILS } from './alert-mails.js';
import { APPLICATION_MAILS } from './application-mails.js';
import type { MailWriters } from './mail-texts.js';
import { REVIEW_MAILS } from './review-mails.js';

/** All the mails that there are. */
export const MAIL_WRITERS: MailWriters<MailTemplate> = {
  ...ACCOUNT_MAILS,
  ...APPLICATION_MAILS,
  ...REVIEW_MAILS,
  ...ALERT_MAILS,
};
