import childProcess from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { strToU8, zipSync } from 'fflate';
import {
  docxOf,
  docxOfWordOnline,
  encryptedPdf,
  pdfBomb,
  pdfOf,
  pdfOfLines,
  pdfOfManyPages,
} from '../../../../../../test/support/data/resume-files.js';
import { ENGLISH_RESUME, FRENCH_RESUME, GERMAN_RESUME } from '../../../../../../test/support/data/resume-texts.js';
import { extractJson, extractText } from './extract-text.js';

/** Allows for many low-priority processes, one after the other, on a busy machine. */
const LIMIT_MS = 240_000;
const without = (lines: readonly string[]) => lines.filter((line) => line !== '');
const main = (xml: string) => docxOf([], { 'word/document.xml': strToU8(xml) });

describe('extractText', () => {
  it.each([
    ['English', ENGLISH_RESUME],
    ['German', GERMAN_RESUME],
    ['French', FRENCH_RESUME],
  ])('[APP-03] gives the lines of a PDF: %s', async (_language, lines) => {
    expect(await extractText('pdf', pdfOfLines(lines))).toEqual({ lines: without(lines) });
  });

  it('[APP-03] returns the lines of a Word file, with those of tables and breaks', async () => {
    const table = { cells: [['03/2019 – heute'], ['Köchin', 'Hope House']] };
    const answer = await extractText('docx', docxOf(['Anna Beispiel', 'Straße 1\n10969 Berlin', table, 'Deutsch\tC1']));
    expect(answer).toEqual({
      lines: ['Anna Beispiel', 'Straße 1', '10969 Berlin', '03/2019 – heute\tKöchin', 'Hope House', 'Deutsch\tC1'],
    });
  });

  it('[APP-03] returns the lines of a Word file whose main part has another name', async () => {
    expect(await extractText('docx', docxOfWordOnline('Anna Beispiel'))).toEqual({ lines: ['Anna Beispiel'] });
  });

  it('[APP-03] reads the next file although no process could be started for the one before', async () => {
    const { spawn } = childProcess;
    childProcess.spawn = () => {
      throw new Error('spawn ENOMEM');
    };
    syncBuiltinESMExports();
    try {
      expect(await extractText('pdf', pdfOfLines(['Ada']))).toEqual({ violation: 'busy' });
    } finally {
      childProcess.spawn = spawn;
      syncBuiltinESMExports();
    }
    expect(await extractText('pdf', pdfOfLines(['Ada']))).toEqual({ lines: ['Ada'] });
  });

  it('[APP-03] limits the number of pages', async () => {
    expect(await extractText('pdf', pdfOfManyPages(21))).toEqual({ violation: 'pages' });
    expect(await extractText('pdf', pdfOfManyPages(10_000))).toEqual({ violation: 'pages' });
  });

  it(
    '[APP-03] reports why a file yields no text',
    async () => {
      expect(await extractText('pdf', encryptedPdf())).toEqual({ violation: 'encrypted' });
      expect(await extractText('pdf', pdfOf([[]]))).toEqual({ violation: 'noText' });
      expect(await extractText('pdf', strToU8('%PDF-1.7\nnothing'))).toEqual({ violation: 'damaged' });
      expect(await extractText('docx', docxOf(['']))).toEqual({ violation: 'noText' });
      expect(await extractText('docx', strToU8('PK\x03\x04nothing'))).toEqual({ violation: 'damaged' });
      expect(await extractText('docx', zipSync({ 'a.txt': strToU8('x') }))).toEqual({ violation: 'type' });
      expect(await extractText('docx', main('<w:document>'))).toEqual({ violation: 'damaged' });
      const page = Array.from({ length: 150 }, (_none, at) => ({
        x: 20,
        y: 20 + at * 5,
        text: 'x'.repeat(90),
        size: 4,
      }));
      expect(await extractText('pdf', pdfOf(Array.from({ length: 20 }, () => page)))).toEqual({ violation: 'length' });
    },
    LIMIT_MS,
  );

  it(
    '[APP-03] does not unpack a zip bomb',
    async () => {
      const bomb = main(`<w:document>${' '.repeat(60_000_000)}</w:document>`);
      expect(bomb.length).toBeLessThan(200_000);
      expect(await extractText('docx', bomb)).toEqual({ violation: 'unpacked' });
      // A file that declares a false small size is unpacked only up to that size.
      const liar = Uint8Array.from(bomb);
      const view = new DataView(liar.buffer);
      for (let at = 0; at < liar.length - 46; at += 1)
        if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000)
          view.setUint32(at + 24, 1000, true);
      expect(await extractText('docx', liar)).toEqual({ violation: 'damaged' });
      const packed = pdfBomb();
      expect(packed.length).toBeLessThan(100_000);
      const answer = await extractText('pdf', packed);
      expect(['unpacked', 'slow']).toContain('violation' in answer && answer.violation);
      expect(await extractText('docx', docxOf(['Anna Beispiel']))).toEqual({ lines: ['Anna Beispiel'] });
    },
    LIMIT_MS,
  );

  it(
    '[APP-03] stops a file that takes too long, and reads the next one',
    async () => {
      const nested = main(
        `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${'<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(500_000)}</w:body></w:document>`,
      );
      const answer = await extractText('docx', nested);
      expect(['slow', 'damaged', 'length', 'unpacked']).toContain('violation' in answer && answer.violation);
      expect(await extractText('docx', docxOf(['Anna Beispiel']))).toEqual({ lines: ['Anna Beispiel'] });
    },
    LIMIT_MS,
  );

  it(
    '[APP-03] limits the number of files read concurrently',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => extractText('docx', docxOf(['Anna Beispiel']))),
      );
      expect(answers.filter((answer) => 'violation' in answer && answer.violation === 'busy')).toHaveLength(4);
      expect(answers.filter((answer) => 'lines' in answer)).toHaveLength(8);
    },
    LIMIT_MS,
  );

  it(
    '[APP-03] refuses an archive with more entries than a Word file has',
    async () => {
      const empty = new Uint8Array();
      const entries = Object.fromEntries(Array.from({ length: 60_000 }, (_none, at) => [`word/a${at}.xml`, empty]));
      expect(await extractText('docx', zipSync(entries, { level: 0 }))).toEqual({ violation: 'unpacked' });
    },
    LIMIT_MS,
  );

  it(
    '[APP-03] cuts JSON to the size of a resume, and reports why if nothing is left',
    async () => {
      const json = (content: unknown) => extractJson(strToU8(JSON.stringify(content)));
      expect(await json({ basics: { name: 'Anna' }, work: [{ name: 'Hope House', startDate: null }] })).toEqual({
        content: { basics: { name: 'Anna' }, work: [{ name: 'Hope House', startDate: null }] },
      });
      const many = (await json({ work: Array.from({ length: 60_000 }, () => ({ name: 'a' })) })) as {
        content: { work: unknown[] };
      };
      expect(many.content.work).toHaveLength(100);
      expect(await extractJson(strToU8('['.repeat(400_000)))).toEqual({ violation: 'damaged' });
      const long = Array.from({ length: 100 }, () => 'x'.repeat(5000));
      expect(await json({ work: long.map((summary) => ({ summary })) })).toEqual({ violation: 'length' });
    },
    LIMIT_MS,
  );

  it(
    '[APP-03] accepts any bytes',
    async () => {
      const whole = Buffer.from(pdfOfLines(ENGLISH_RESUME));
      for (let round = 0; round < 30; round += 1) {
        const broken = Buffer.from(whole);
        for (let each = 0; each < 40; each += 1)
          broken[(round * 7919 + each * 104_729) % broken.length] = (round * 31 + each * 17) % 256;
        const answer = await extractText('pdf', broken.subarray(0, broken.length - round * 50));
        expect('lines' in answer || 'violation' in answer).toBe(true);
      }
      expect(await extractText('docx', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(1000)]))).toHaveProperty(
        'violation',
      );
    },
    LIMIT_MS,
  );
});
