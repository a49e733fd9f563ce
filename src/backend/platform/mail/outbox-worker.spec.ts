import { sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { TestSmtpServer } from '../../../../test/support/servers/smtp-server.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { ChangeFeed } from '../change-feed/change-feed.js';
import { addressedMails } from './write-mail.js';
import { deleteDue } from '../../../../test/support/retention.js';
import { mailRetention } from './due-mails.js';
import { mailboxMailer } from './create-mail.js';
import type { Mailer } from './mailer.port.js';
import { putMail } from './outbox.js';
import { type AttachedDocuments, startOutboxWorker, type OutboxWorker, type ReceiptCheck } from './outbox-worker.js';
import { SmtpMailer, type SmtpTimeouts } from './smtp.mailer.js';

const PATH = '/user/verify?token=abc';
const sender = { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' };
const sites: BackendSite[] = [{ name: 'good', languages: ['en'], countries: [], demo: 'canada', mail: sender }];
const mails = addressedMails({ sites, homeOf: () => 'https://good.test', from: undefined });

let test: TestDatabase;
let smtp: TestSmtpServer;
const feeds: ChangeFeed[] = [];
const workers: OutboxWorker[] = [];
const logged: string[] = [];
/** Texts of failures in the log. */
const errors: unknown[] = [];
const log = (details: object, message: string): void => {
  logged.push(message);
  errors.push((details as { error?: unknown }).error);
};
const logger = { ...silentLogger, warn: log, error: log };
/** Offset added to the machine's clock. */
let aheadMs = 0;
const clock = (): Date => new Date(Date.now() + aheadMs);
let recipients = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  smtp = await TestSmtpServer.start();
}, 60_000);
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  for (const feed of feeds.splice(0)) await feed.close();
  await sql`delete from mail`.execute(test.database);
  Object.assign(smtp, { mood: 'well', attempts: 0, beforeTaking: () => undefined });
  logged.length = 0;
  errors.length = 0;
  aheadMs = 0;
});
afterAll(async () => {
  await smtp.stop();
  await test.close();
});

async function startWorker(
  mailer: Mailer = smtpMailer(),
  documents?: AttachedDocuments,
  mayReceive: ReceiptCheck = () => Promise.resolve(true),
): Promise<OutboxWorker> {
  const feed = await ChangeFeed.open(test.target, silentLogger);
  feeds.push(feed);
  const shared = { database: test.database, mailer, mails, mayReceive, changes: feed, clock, logger };
  const worker = startOutboxWorker({ ...shared, ...(documents ? { documents } : {}) });
  workers.push(worker);
  return worker;
}

function smtpMailer(timeouts: Partial<SmtpTimeouts> = {}): SmtpMailer {
  return new SmtpMailer(smtp.url, { connectMs: 1000, answerMs: 2000, mailMs: 4000, ...timeouts });
}

/** @returns the address of the recipient */
async function put(recipient = `person-${++recipients}@example.org`): Promise<string> {
  const mail = { site: 'good', language: 'en', template: 'verify-email', recipient, details: { path: PATH } } as const;
  await putMail(test.database, mail, clock());
  return recipient;
}

interface Row {
  attempts: number;
  sent: boolean;
  givenUp: boolean;
  failure: string | null;
  details: object;
  due_at: Date;
}

async function rowOf(recipient: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select attempts, sent_at is not null as sent, given_up_at is not null as "givenUp", failure, details, due_at
    from mail where recipient = ${recipient}
  `.execute(test.database);
  return rows[0]!;
}

const isSent = (recipient: string) => async (): Promise<boolean> => (await rowOf(recipient)).sent;

describe('the outbox', () => {
  it('is sent in order at the start, and at once when a mail is added', async () => {
    const early = await put();
    await startWorker();
    const { subject, from, replyTo, links } = await smtp.mailTo(early);
    expect({ subject, from, replyTo, links }).toMatchObject({
      subject: 'Please confirm your email address for Good Jobs',
      from: { name: 'Good Jobs', address: 'hello@good.test' },
      replyTo: [{ address: 'hello@good.test' }],
      links: [`https://good.test${PATH}`],
    });
    const sleeping = await rowOf(early);
    expect(sleeping.due_at.getTime()).toBeGreaterThan(Date.now());
    const late = await put();
    await smtp.mailTo(late);
  });

  it('checks at each attempt whether the recipient may still receive a mail, and deletes it otherwise', async () => {
    smtp.mood = 'later';
    const isAllowed = { now: true };
    await startWorker(smtpMailer(), undefined, () => Promise.resolve(isAllowed.now));
    const left = await put();
    await waitFor('the first attempt', () => smtp.attempts > 0);
    await waitFor('its end', async () => (await rowOf(left)).failure !== null);
    isAllowed.now = false;
    smtp.mood = 'well';
    await waitFor('the mail to be deleted', async () => {
      const { rows } = await sql`select from mail`.execute(test.database);
      return rows.length === 0;
    });
    expect(smtp.mailsTo(left)).toEqual([]);
  });

  it('sends nothing if the transaction is rolled back', async () => {
    await startWorker();
    const lost = 'lost@example.org';
    const failing = test.database.transaction().execute(async (trx) => {
      const mail = {
        site: 'good',
        language: 'en',
        template: 'password-changed',
        recipient: lost,
        details: {},
      } as const;
      await putMail(trx, mail, clock());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await smtp.mailTo(await put());
    expect(smtp.mailsTo(lost)).toEqual([]);
  });

  it('deletes the details of a mail when it was sent, and the whole mail after some days', async () => {
    await startWorker();
    const recipient = await put();
    await waitFor('the mail to be sent', isSent(recipient));
    expect(await rowOf(recipient)).toMatchObject({ details: {}, failure: null, attempts: 1 });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await deleteDue(test.database, inDays(6), mailRetention)).toBe(0);
    expect(await deleteDue(test.database, inDays(8), mailRetention)).toBe(1);
  });

  it('tries again after a temporary rejection, and keeps its reason until then', async () => {
    smtp.mood = 'later';
    await startWorker();
    const recipient = await put();
    await waitFor('the refusal', async () => (await rowOf(recipient)).failure !== null);
    expect(await rowOf(recipient)).toMatchObject({ sent: false, givenUp: false, details: { path: PATH } });
    expect((await rowOf(recipient)).failure).toContain('Try again later');
    smtp.mood = 'well';
    await smtp.mailTo(recipient);
    await waitFor('the mail to be sent', isSent(recipient));
    expect((await rowOf(recipient)).attempts).toBe(2);
  });

  it('retries a mail of a site or a template that another process knows', async () => {
    const recipient = await put();
    await sql`update mail set site = 'new' where recipient = ${recipient}`.execute(test.database);
    await startWorker();
    await waitFor('the attempt', async () => (await rowOf(recipient)).failure !== null);
    expect(await rowOf(recipient)).toMatchObject({ givenUp: false, failure: 'There is no verify-email on new.' });
    expect((await rowOf(recipient)).due_at > clock()).toBe(true);
    await sql`update mail set site = 'good' where recipient = ${recipient}`.execute(test.database);
  });

  it('gives up on a mail that the server rejects permanently, and records the reason', async () => {
    smtp.mood = 'refusing';
    await startWorker();
    const recipient = await put();
    await waitFor('the mail to be given up', async () => (await rowOf(recipient)).givenUp);
    expect(await rowOf(recipient)).toMatchObject({ attempts: 1, sent: false, details: { path: PATH } });
    expect((await rowOf(recipient)).failure).toContain('550');
    expect(logged).toContain('Giving up on an email');
  });

  it('logs a failure without the links and addresses that the mail server quotes, which stay in the database', async () => {
    const quote = `550 <person@example.org> sent https://good.test${PATH}`;
    for (const outcome of ['refused', 'unreachable'] as const) {
      const mailer = smtpMailer();
      mailer.send = () => Promise.resolve({ outcome, reason: quote });
      const worker = await startWorker(mailer);
      const recipient = await put();
      await waitFor('the failure', async () => (await rowOf(recipient)).failure === quote);
      await worker.stop();
      await sql`delete from mail`.execute(test.database);
    }
    expect(errors).toEqual(['550 <…> sent …', '550 <…> sent …']);
  });

  it('[PAGE-01] [AUTH-12] a server that is unavailable for an hour gets every mail once when it is back, and few requests until then', async () => {
    const away = smtp.url;
    await smtp.stop();
    const people: string[] = [];
    for (let each = 0; each < 12; each += 1) people.push(await put());
    await startWorker(new SmtpMailer(away, { connectMs: 1000, answerMs: 2000, mailMs: 4000 }));
    const attempts = async (): Promise<number> => {
      const { rows } = await sql<{ sum: number }>`select sum(attempts)::integer as sum from mail`.execute(
        test.database,
      );
      return rows[0]!.sum;
    };
    const wake = () => sql`insert into data_change (kind) values ('mail')`.execute(test.database);
    for (const minutes of [0, 20, 40]) {
      aheadMs = minutes * 60_000;
      await wake();
      const before = minutes === 0 ? 0 : await attempts();
      await waitFor('another attempt', async () => (await attempts()) > before, 20_000);
    }
    const { rows } = await sql<{ unsent: number; given: number; behind: number }>`
      select (count(*) filter (where sent_at is null))::integer as unsent, (count(*) filter (where given_up_at is not null))::integer as given,
        (count(*) filter (where attempts > 0 and failure is null and taken_at is null))::integer as behind from mail
    `.execute(test.database);
    expect(rows[0]).toEqual({ unsent: 12, given: 0, behind: 0 });
    // The three lanes notice the outage at the same time, and the other mails wait.
    expect(await attempts()).toBeLessThanOrEqual(9 * 3);
    expect(logged).not.toContain('Giving up on an email');
    aheadMs = 61 * 60_000;
    await smtp.start();
    await wake();
    for (const person of people) await smtp.mailTo(person, 1, 40_000);
    await waitFor('all to be noted', async () =>
      (await Promise.all(people.map((person) => isSent(person)()))).every(Boolean),
    );
    expect(people.map((person) => smtp.mailsTo(person).length)).toEqual(people.map(() => 1));
    expect(new Set(people.map((person) => smtp.mailsTo(person)[0]!.messageId)).size).toBe(people.length);
  }, 90_000);

  it('[PAGE-01] sends mails once that were added before the machine’s clock was set back', async () => {
    aheadMs = 26 * 3_600_000;
    const early = await put();
    aheadMs = 0;
    const late = await put();
    await startWorker();
    await smtp.mailTo(late);
    await smtp.mailTo(early);
    await waitFor('both to be noted', async () => (await rowOf(early)).sent && (await rowOf(late)).sent);
    // Moving the clock forward and back again sends nothing twice.
    for (const hours of [48, -3]) {
      aheadMs = hours * 3_600_000;
      await smtp.mailTo(await put());
    }
    expect([smtp.mailsTo(early).length, smtp.mailsTo(late).length]).toEqual([1, 1]);
  });

  it('gives up after three days of trying', async () => {
    smtp.mood = 'later';
    const recipient = await put();
    aheadMs = 73 * 3_600_000;
    await startWorker();
    await waitFor('the mail to be given up', async () => (await rowOf(recipient)).givenUp);
  });

  it('keeps mails if the server rejects the sender, which is not caused by the mails', async () => {
    smtp.mood = 'refusing-sender';
    await startWorker();
    const recipient = await put();
    await waitFor('the refusal', async () => (await rowOf(recipient)).failure !== null);
    expect((await rowOf(recipient)).givenUp).toBe(false);
    expect(logged).toContain('The mail server does not accept emails');
    smtp.mood = 'well';
    await smtp.mailTo(recipient);
  });

  it('waits while the server is down, and sends when it is up', async () => {
    await smtp.stop();
    await startWorker();
    const both = [await put(), await put()];
    await waitFor('an attempt', async () => (await rowOf(both[0]!)).failure !== null);
    await smtp.start();
    for (const recipient of both) await smtp.mailTo(recipient);
  }, 30_000);

  it('does not wait for a server that hangs', async () => {
    smtp.mood = 'hanging';
    await startWorker(smtpMailer({ answerMs: 300 }));
    const recipient = await put();
    await waitFor('the end of patience', async () => (await rowOf(recipient)).failure !== null);
    smtp.mood = 'well';
    await smtp.mailTo(recipient);
  });

  it('aborts a delivery that takes too long in total, and can still be stopped', async () => {
    smtp.beforeTaking = () => new Promise(() => undefined);
    await startWorker(smtpMailer({ mailMs: 300 }));
    const recipient = await put();
    await waitFor('the end of patience', async () => (await rowOf(recipient)).failure !== null);
    expect((await rowOf(recipient)).failure).toBe('Not accepted within 300 ms.');
  });

  it('sends each mail once, however many processes there are', async () => {
    await Promise.all([startWorker(), startWorker(), startWorker()]);
    const all = await Promise.all(Array.from({ length: 40 }, () => put()));
    for (const recipient of all) await waitFor(`mail to ${recipient}`, isSent(recipient), 15_000);
    expect(all.map((recipient) => smtp.mailsTo(recipient).length)).toEqual(all.map(() => 1));
  }, 30_000);

  it('sends the mails of a crashed process after its lease expires and not before, with the same Message-ID', async () => {
    const recipient = await put();
    let came: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (came = resolve));
    const taken: string[] = [];
    smtp.beforeTaking = (mail) => {
      taken.push(mail.messageId ?? '');
      came();
    };
    // Crashes after the server accepted the mail, before that is recorded.
    const dying: Mailer = {
      maxMs: 4000,
      storesMails: false,
      close: () => undefined,
      send: async (mail) => {
        const mailer = smtpMailer();
        await mailer.send(mail);
        mailer.close();
        throw new Error('dead');
      },
    };
    const worker = await startWorker(dying);
    await first;
    await worker.stop();
    await startWorker();
    await smtp.mailTo(await put());
    expect(smtp.mailsTo(recipient)).toHaveLength(1);
    aheadMs = 25_000;
    await put();
    await smtp.mailTo(recipient, 2);
    expect(new Set(smtp.mailsTo(recipient).map(({ messageId }) => messageId)).size).toBe(1);
    expect(taken[0]).toMatch(/^<[0-9a-f-]{36}@good\.test>$/);
  });

  it('aborts a delivery in progress when it is stopped, and leaves the mail to others', async () => {
    smtp.beforeTaking = () => new Promise(() => undefined);
    const worker = await startWorker(smtpMailer({ mailMs: 60_000, answerMs: 60_000 }));
    const recipient = await put();
    await waitFor('an attempt', () => smtp.attempts > 0);
    await worker.stop();
    expect(await rowOf(recipient)).toMatchObject({ sent: false, givenUp: false, attempts: 1 });
    expect((await rowOf(recipient)).due_at.getTime()).toBeLessThan(Date.now() + 5000);
  }, 15_000);

  it('attaches generated documents, retries when generating them fails, and finally sends the mail without them', async () => {
    const document = { name: 'a.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-') };
    let failures = 1;
    const worker = await startWorker(smtpMailer(), () =>
      failures-- > 0 ? Promise.reject(new Error('no font')) : Promise.resolve([document]),
    );
    const recipient = await put();
    const [attached] = (await smtp.mailTo(recipient)).attachments;
    expect([attached!.filename, attached!.mimeType, attached!.disposition]).toEqual([
      'a.pdf',
      'application/pdf',
      'attachment',
    ]);
    await waitFor('the mail to be sent', isSent(recipient));
    expect((await rowOf(recipient)).attempts).toBe(2);
    await worker.stop();
    await startWorker(smtpMailer(), () => Promise.reject(new Error('no font')));
    const other = await put();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await waitFor(`failure ${attempt}`, async () => {
        const { attempts, failure } = await rowOf(other);
        return attempts === attempt && failure === 'The attachment failed: no font';
      });
      expect(smtp.mailsTo(other)).toEqual([]);
      aheadMs += 3_600_000;
      await sql`insert into data_change (kind) values ('mail')`.execute(test.database);
    }
    expect((await smtp.mailTo(other)).attachments).toEqual([]);
  }, 30_000);

  it('keeps the content of mails in the mailbox', async () => {
    await startWorker(mailboxMailer);
    const recipient = await put();
    await waitFor('the mail to be kept', isSent(recipient));
    expect((await rowOf(recipient)).details).toEqual({ path: PATH });
  });
});
