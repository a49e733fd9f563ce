import { sql } from 'kysely';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';
import { APPLICATION_FILES, FILE_PART_BYTES, JOB_FILE } from '#contract/applications/uploads.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { fileMessage } from '../../platform/uploads/file-messages.js';
import { PendingUploads } from '../../platform/uploads/pending-uploads.js';

const OWNER = 'the-browser-of-a-recruiter';
const PDF = Buffer.from('%PDF-1.7\nA job.');
const MAX = JOB_FILE.mostBytes;

describe('a job that is given as a file', () => {
  const world = jobWorld();
  let uploads: PendingUploads;

  beforeAll(() => {
    uploads = new PendingUploads(world.database);
  });

  const send = (part: { token?: string; offset: number; last: boolean }, bytes: Buffer) =>
    uploads.take({ name: 'job.pdf', owner: OWNER, ...part }, bytes, { site: 'default', now: world.now });

  /** Uploads only the first part of a file, and sets its recorded size. @returns its token */
  async function begun(size: number): Promise<string> {
    const sent = await send({ offset: 0, last: false }, PDF);
    if (!sent.ok) throw new Error(sent.violation.rule);
    await sql`update application_file set size = ${size} where not complete`.execute(world.database);
    return sent.file.token;
  }

  it('[REC-01] is limited to exactly 50 MB, uploaded in parts', async () => {
    const token = await begun(MAX - FILE_PART_BYTES);
    const whole = await send({ token, offset: MAX - FILE_PART_BYTES, last: true }, Buffer.alloc(FILE_PART_BYTES));
    expect(whole).toMatchObject({ ok: true, received: 50_000_000, complete: true });

    const other = await begun(MAX - FILE_PART_BYTES);
    const over = await send(
      { token: other, offset: MAX - FILE_PART_BYTES, last: true },
      Buffer.alloc(FILE_PART_BYTES + 1),
    );
    if (over.ok) throw new Error('The file was taken.');
    const texts = textsOf({}, 'en');
    const { message } = fileMessage(over.violation, APPLICATION_FILES, texts);
    expect(decodedMessage(message)).toMatch(/^job\.pdf is larger than 50\sMB/);
    // Nothing is kept of the refused file.
    expect(await uploads.find([other], OWNER, world.now)).toEqual([]);

    const recruiter = await world.member(await world.organization());
    const key = `owner: "${OWNER}", type: job_per_file,`;
    const saved = await world.save(recruiter.jwt, key, { title: 'Cook', file: token });
    expect(saved.errors.filter(({ field }) => field === 'file')).toEqual([]);
    const { rows } = await sql<{ name: string }>`select name from file where uploaded`.execute(world.database);
    expect(rows).toEqual([{ name: 'job.pdf' }]);
  });
});
