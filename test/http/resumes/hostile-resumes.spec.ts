import { readFileSync, writeFileSync } from 'node:fs';
import { hostileResumes } from '../../support/data/hostile-resumes.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import { docxOf } from '../../support/data/resume-files.js';
import { ENGLISH_RESUME } from '../../support/data/resume-texts.js';
import { SiteUnderTest } from '../../support/data/site.js';

const PAGE = '/resume/wizard/import';
const UPLOAD = 'form[data-resume-import]';
const MAX_BYTES = 300_000_000;
const PATIENCE_MS = 300_000;

/** Contains the peak memory of a process on Linux. */
const status = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
const peakBytes = (pid: number) => Number(/VmHWM:\s*(\d+) kB/.exec(status(pid))![1]) * 1024;

describe('files that were crafted to break the programs that open them', () => {
  let product: RunningProduct;
  let visitor: RecruiterVisitor;

  beforeAll(async () => {
    product = await startProduct({ DATA_DIR: process.env.TEST_DATA_DIR! });
    visitor = await RecruiterVisitor.of(new SiteUnderTest(product.url), 'applicant@demo.causeboard.test');
    // Resets the peak, so that the memory of the start is not counted.
    writeFileSync(`/proc/${product.pid}/clear_refs`, '5');
  }, PATIENCE_MS);
  afterAll(() => product.stop());

  const upload = (bytes: Uint8Array) =>
    visitor.fill(PAGE, UPLOAD, { go: 'read' }, [['file', 'resume', Buffer.from(bytes)]]);

  it.each(hostileResumes())(
    '[APP-03] do not harm the server: %s',
    async (_name, make) => {
      const answer = await upload(make());
      // The file may contain some readable text; otherwise the page says what to do.
      expect([200, 422]).toContain(answer.status);
      expect(answer.text).toContain('</html>');
      expect(peakBytes(product.pid)).toBeLessThan(MAX_BYTES);
    },
    PATIENCE_MS,
  );

  it(
    '[APP-03] and the next resume is read',
    async () => {
      const answer = await upload(docxOf(ENGLISH_RESUME));
      expect([answer.status, answer.text.includes('Program Coordinator')]).toEqual([200, true]);
      console.log(`at most ${Math.round(peakBytes(product.pid) / 1e6)} MB`);
    },
    PATIENCE_MS,
  );
});
