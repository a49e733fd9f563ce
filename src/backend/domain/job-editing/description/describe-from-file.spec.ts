import { docxOf, encryptedPdf, pdfOfLines } from '../../../../../test/support/data/resume-files.js';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { PendingUploads } from '../../../platform/uploads/pending-uploads.js';
import { htmlOfFileLines } from './job-description.js';

const OWNER = 'the-browser-of-a-recruiter';
const LINES = ['Gardener', 'You look after the kitchen garden of a school.', '• Sow and plant', '• Teach'];
const HTML =
  '<p>Gardener</p><p>You look after the kitchen garden of a school.</p><ul><li>Sow and plant</li><li>Teach</li></ul>';

interface Result {
  version: number | null;
  conflict: { by: string | null } | null;
  errors: { field: string | null; rule: string }[];
}

describe('[REC-01] a job that is given as a file', () => {
  const world = jobWorld();

  async function jobWith(bytes: Uint8Array, name: string, more: Record<string, string> = {}) {
    const recruiter = await world.member(await world.organization());
    const part = { token: null, name, offset: 0, last: true, owner: OWNER };
    const sent = await new PendingUploads(world.database).take(part, Buffer.from(bytes), {
      site: 'default',
      now: world.now,
    });
    if (!sent.ok) throw new Error(sent.violation.rule);
    const input = `owner: "${OWNER}", type: job_per_file,`;
    const { id, version } = await world.save(recruiter.jwt, input, {
      title: 'Gardener',
      file: sent.file.token,
      ...more,
    });
    return { id, version, jwt: recruiter.jwt };
  }
  const describeIt = ({ id, version, jwt }: { id: string; version: number; jwt: string }): Promise<Result> =>
    world.ask(
      `describeJobFromFile(id: "${id}", version: ${version}) { version conflict { by } errors { field rule } }`,
      jwt,
    );
  async function stored({ id, jwt }: { id: string; jwt: string }) {
    const { fields, errors } = await world.ask<{
      fields: { name: string; values: string[] }[];
      errors: { field: string | null; rule: string }[];
    }>(`editedJob(id: "${id}") { fields { name values } errors { field rule } }`, jwt);
    return { description: fields.find(({ name }) => name === 'description')?.values[0], errors };
  }

  it.each([
    ['PDF', 'job.pdf', () => pdfOfLines(LINES)],
    ['DOCX', 'job.docx', () => docxOf(LINES)],
  ])('gets an editable description from the text of a %s', async (_kind, name, bytes) => {
    const job = await jobWith(bytes(), name);
    expect((await stored(job)).errors.map(({ field }) => field)).not.toContain('description');
    expect(await describeIt(job)).toEqual({ version: job.version + 1, conflict: null, errors: [] });
    expect((await stored(job)).description).toBe(HTML);
    // Somebody else has saved meanwhile.
    expect((await describeIt(job)).conflict).not.toBeNull();
  });

  it('keeps the existing description and appends the text of the file', async () => {
    const job = await jobWith(docxOf(['We grow food.']), 'job.docx', { description: '<p>Come!</p>' });
    await describeIt(job);
    expect((await stored(job)).description).toBe('<p>Come!</p><p>We grow food.</p>');
  });

  it('reports a file without readable text, and changes nothing', async () => {
    for (const [bytes, name] of [
      [encryptedPdf(), 'job.pdf'],
      [Buffer.from('\x89PNG\r\n\x1a\nno more', 'latin1'), 'job.png'],
    ] as const) {
      const job = await jobWith(bytes, name);
      expect(await describeIt(job)).toEqual({
        version: null,
        conflict: null,
        errors: [{ field: 'file', rule: 'fileText' }],
      });
      expect((await stored(job)).description).toBeUndefined();
    }
  });

  it('a file or a link replaces the description; other jobs require one', async () => {
    const { jwt } = await world.member(await world.organization());
    const faultsOf = async (type: string) => {
      const { id } = await world.save(jwt, `type: ${type},`, { title: 'Gardener' });
      return (await stored({ id, jwt })).errors.map(({ field }) => field);
    };
    expect(await faultsOf('job_per_template')).toContain('description');
    expect(await faultsOf('job_per_link')).not.toContain('description');
    expect(await faultsOf('job_per_file')).not.toContain('description');
  });
});

describe('rich text from the lines of a file', () => {
  it('joins wrapped lines, and keeps others apart', () => {
    const lines = [
      'Gardener',
      'You look after the kitchen garden of a school in the north of the',
      'city, with forty children.',
      'Your tasks',
      '• Sow and plant',
      '• Teach',
      'We offer 30 days of leave.',
    ];
    expect(htmlOfFileLines(lines, 10_000)).toBe(
      '<p>Gardener</p><p>You look after the kitchen garden of a school in the north of the city, with forty children.</p>' +
        '<p>Your tasks</p><ul><li>Sow and plant</li><li>Teach</li></ul><p>We offer 30 days of leave.</p>',
    );
  });

  it('contains no markup of the file, and respects the maximum length', () => {
    expect(htmlOfFileLines(['<script>x()</script> & more'], 1000)).toBe(
      '<p>&lt;script&gt;x()&lt;/script&gt; &amp; more</p>',
    );
    expect(htmlOfFileLines(['One.', 'Two.'], 15)).toBe('<p>One.</p>');
  });
});
