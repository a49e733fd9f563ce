import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import { backgroundTasks, observe } from '#shared/telemetry/telemetry.js';
import type { Change } from '../change-feed/change.js';
import type { Database } from '../database/schema.js';
import { loggedReason, RecurringWork, type RoundResult } from '../background-jobs/recurring-work.js';
import {
  type DueMail,
  deleteMail,
  findNextDue,
  stopTrying,
  markSent,
  putOff,
  readAttachments,
  takeDueMail,
  WITH_ATTACHMENTS,
  lastAttemptBefore,
  pauseAfter,
} from './due-mails.js';
import { TRACE_DETAIL } from './outbox.js';
import type { Delivery, MailAttachment, Mailer } from './mailer.port.js';
import type { AddressedMails } from './write-mail.js';

/** Creates attachments when a mail is sent, from the ids in its details. Rejects if that fails. */
export type AttachedDocuments = (mail: Pick<DueMail, 'site' | 'details'>) => Promise<readonly MailAttachment[]>;

/** Whether a mail may still be sent, where that depends on the current rights of its recipient. */
export type ReceiptCheck = (mail: Pick<DueMail, 'site' | 'template' | 'details'>) => Promise<boolean>;

export interface OutboxWorker {
  /** Waits a short time for deliveries in progress, then aborts them; these mails are sent later. */
  stop(): Promise<void>;
}

const MAX_SLEEP_MS = 60_000;
const MIN_SLEEP_MS = 20;
const RETRY_MS = 1000;
const MAX_REST_MS = 30_000;
const STOP_WITHIN_MS = 5000;
const LANES = 3;
/**
 * Number of attempts to create an attachment; after that, the mail is sent without it, and its text says where the document can be found.
 */
const MAX_ATTEMPTS_TO_ATTACH = 3;
const MAX_REASON_LENGTH = 500;
/** Time between a mail's delivery timeout and the end of its lease. */
const MARGIN_MS = 20_000;

/**
 * Sends the mails of the outbox: sleeps until the next mail is due, and wakes up at once when any process adds one. If a process crashes,
 * others send its mails after their leases expire. A mail that the server accepted just before the crash is then sent twice, which SMTP
 * cannot prevent; receivers can recognize the duplicate by its Message-ID.
 */
export function startOutboxWorker(options: {
  database: Kysely<Database>;
  mailer: Mailer;
  mails: AddressedMails;
  documents?: AttachedDocuments;
  mayReceive: ReceiptCheck;
  changes: { subscribe(listener: (changes: readonly Change[]) => void): () => void };
  clock: () => Date;
  logger: BackendLogger;
}): OutboxWorker {
  const { database, mailer, mails, documents, mayReceive, changes, clock, logger } = options;
  const leaseMs = mailer.maxMs + MARGIN_MS;
  const work = new RecurringWork({
    shortestMs: MIN_SLEEP_MS,
    longestMs: MAX_SLEEP_MS,
    retryMs: RETRY_MS,
    round: sweep,
    onFailure: (error) => logger.error({ error: (error as Error).message }, 'Emails could not be sent'),
  });
  /** Pause of all mails because the server was unavailable the last time. */
  let restMs = 0;
  let isAway = false;

  async function sweep(): Promise<RoundResult> {
    // Links would have no base address.
    if (!mails.areReady()) return { nextInMs: MIN_SLEEP_MS * 10 };
    isAway = false;
    const lanes = await Promise.all(Array.from({ length: LANES }, sendDue));
    restMs = lanes.includes('away') ? Math.min(Math.max(restMs * 2, RETRY_MS), MAX_REST_MS) : 0;
    if (restMs > 0) return { restMs };
    const next = await findNextDue(database, clock());
    return { nextInMs: next ? next.getTime() - clock().getTime() : Infinity };
  }

  async function sendDue(): Promise<'done' | 'away'> {
    while (!work.isStopped && !isAway) {
      const mail = await takeDueMail(database, { now: clock(), leaseMs });
      if (!mail) break;
      await observe(
        backgroundTasks,
        () => ({
          kind: 'mail',
          name: mail.template,
          causedBy: mail.details[TRACE_DETAIL],
          startedAt: performance.now(),
        }),
        async (task) => {
          const outcome = (await mayReceive(mail)) ? await record(mail, await deliver(mail)) : await drop(mail);
          if (task && outcome !== 'sent') task.outcome = outcome;
        },
      );
    }
    return isAway ? 'away' : 'done';
  }

  async function drop(mail: DueMail): Promise<'dropped'> {
    await deleteMail(database, mail);
    const about = { mail: mail.id, template: mail.template, site: mail.site };
    logger.info(about, 'Dropped an email that its recipient may no longer receive');
    return 'dropped';
  }

  async function deliver(mail: DueMail): Promise<Delivery> {
    const addressed = mails.address(mail);
    // Another process, with the settings or the release that the mail needs, may share the database.
    if (!addressed) return { outcome: 'later', reason: `There is no ${mail.template} on ${mail.site}.` };
    const stored = WITH_ATTACHMENTS.has(mail.template) ? await readAttachments(database, mail) : [];
    const made = await makeDocuments(mail);
    if ('failure' in made && mail.attempts <= MAX_ATTEMPTS_TO_ATTACH) return { outcome: 'later', reason: made.failure };
    const attachments = [...stored, ...('failure' in made ? [] : made.documents)];
    return mailer.send({ ...addressed, ...(attachments.length > 0 ? { attachments } : {}) });
  }

  async function makeDocuments(mail: DueMail): Promise<{ documents: readonly MailAttachment[] } | { failure: string }> {
    try {
      return { documents: (await documents?.(mail)) ?? [] };
    } catch (error) {
      const { name, message } = error as Error;
      logger.error({ mail: mail.id, template: mail.template, error: name }, 'The attachment of an email failed');
      return { failure: `The attachment failed: ${message}`.slice(0, MAX_REASON_LENGTH) };
    }
  }

  async function record(mail: DueMail, delivery: Delivery): Promise<'sent' | 'given_up' | 'put_off'> {
    const now = clock();
    const about = { mail: mail.id, template: mail.template, site: mail.site };
    if (delivery.outcome === 'sent') {
      await markSent(database, mail, { now, retainsDetails: mailer.storesMails });
      logger.info(about, 'Sent an email');
      return 'sent';
    }
    const { outcome, reason } = delivery;
    if (outcome === 'unreachable' && !work.isStopped && !isAway) {
      isAway = true;
      logger.error({ error: loggedReason(reason) }, 'The mail server does not accept emails');
    }
    if (outcome === 'refused' || now >= lastAttemptBefore(mail.created_at)) {
      await stopTrying(database, mail, { now, reason });
      logger.warn({ ...about, error: loggedReason(reason) }, 'Giving up on an email');
      return 'given_up';
    }
    await putOff(database, mail, { until: new Date(now.getTime() + pauseAfter(mail.attempts)), reason });
    return 'put_off';
  }

  const unsubscribe = changes.subscribe((changed) => {
    if (changed.some(({ kind }) => kind === 'mail' || kind === 'all')) work.wake();
  });
  work.wake();
  return {
    async stop() {
      unsubscribe();
      const breakOff = setTimeout(() => mailer.close(), STOP_WITHIN_MS);
      await work.stop();
      clearTimeout(breakOff);
      mailer.close();
    },
  };
}
