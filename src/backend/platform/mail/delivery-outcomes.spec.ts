import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { type BackgroundTask, backgroundTasks } from '#shared/telemetry/telemetry.js';
import { ChangeFeed } from '../change-feed/change-feed.js';
import { addressedMails } from './write-mail.js';
import type { Delivery } from './mailer.port.js';
import { putMail } from './outbox.js';
import { startOutboxWorker } from './outbox-worker.js';

const mail = { title: 'Good Jobs', contactEmail: 'hello@good.test', accent: '#0b5d57' };
const sites = [{ name: 'good', languages: ['en'], countries: [], demo: 'canada' as const, mail }];
const mails = addressedMails({ sites, homeOf: () => 'https://good.test', from: undefined });
const GONE = 'gone@example.org';

/** Response of the mail server for each recipient. */
const DELIVERIES: Record<string, Delivery> = {
  'well@example.org': { outcome: 'sent' },
  'unknown@example.org': { outcome: 'refused', reason: '550 No such user' },
  'full@example.org': { outcome: 'later', reason: '452 The mailbox is full' },
};

describe('emails that were attempted', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('[OPS-03] are published with their outcomes', async () => {
    const tasks: BackgroundTask[] = [];
    const asyncEnd = (task: BackgroundTask): number => tasks.push(task);
    const ignore = (): void => undefined;
    const listeners = { start: ignore, end: ignore, asyncStart: ignore, error: ignore, asyncEnd };
    backgroundTasks.subscribe(listeners);
    const changes = await ChangeFeed.open(test.target, silentLogger);
    const outcomes: Record<string, string | undefined> = {};
    try {
      for (const recipient of [...Object.keys(DELIVERIES), GONE]) {
        const details = { path: '/user/verify?token=abc' };
        await putMail(
          test.database,
          { site: 'good', language: 'en', template: 'verify-email', recipient, details },
          new Date(),
        );
        const worker = startOutboxWorker({
          database: test.database,
          mailer: {
            maxMs: 5000,
            storesMails: false,
            send: ({ to }) => Promise.resolve(DELIVERIES[to]!),
            close: ignore,
          },
          mails,
          mayReceive: () => Promise.resolve(recipient !== GONE),
          changes,
          clock: () => new Date(),
          logger: silentLogger,
        });
        await waitFor(`the attempt for ${recipient}`, () => tasks.length > 0);
        await worker.stop();
        const [task] = tasks.splice(0);
        expect([task?.kind, task?.name]).toEqual(['mail', 'verify-email']);
        outcomes[recipient] = task?.outcome;
      }
    } finally {
      await changes.close();
      backgroundTasks.unsubscribe(listeners);
    }
    expect(outcomes).toEqual({
      'well@example.org': undefined,
      'unknown@example.org': 'given_up',
      'full@example.org': 'put_off',
      [GONE]: 'dropped',
    });
  });
});
