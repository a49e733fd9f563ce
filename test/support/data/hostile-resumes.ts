import { randomBytes } from 'node:crypto';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { docxOf, pdfBomb, pdfOf, pdfOfManyPages } from './resume-files.js';

const MAX_FILE_BYTES = 9_900_000;
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const A4 = '/MediaBox [0 0 595 842]';

/** Files made to break the programs that open them, each within the size limit of a resume, by the kind of attack. */
export function hostileResumes(): [name: string, make: () => Uint8Array][] {
  return [
    ['an archive of 60 MB of blanks', () => word(`<w:document>${' '.repeat(60_000_000)}</w:document>`)],
    ['an archive that lies about its sizes', () => lying(word(`<w:document>${' '.repeat(60_000_000)}</w:document>`))],
    ['an archive of 60,000 entries', manyEntries],
    ['an archive in an archive', () => docxOf(['a'], { 'word/inner.zip': docxOf(['a']) })],
    [
      'a Word file nested half a million deep',
      () => body('<w:ins>'.repeat(500_000) + paragraph + '</w:ins>'.repeat(500_000)),
    ],
    ['a Word file of half a million paragraphs', () => body(paragraph.repeat(500_000))],
    ['a Word file of one text of 19 MB', () => body(`<w:p><w:r><w:t>${'x'.repeat(19_000_000)}</w:t></w:r></w:p>`)],
    ['a Word file whose entities multiply', () => word(entities())],
    ['a Word file of a hundred thousand attributes', () => body(`<w:p ${attributes(100_000)}/>`)],
    ['JSON nested half a million deep', () => strToU8(`${'{"a":'.repeat(160_000)}1${'}'.repeat(160_000)}`)],
    ['JSON of 0.9 MB of work entries', () => json({ work: Array.from({ length: 60_000 }, () => ({ name: 'a' })) })],
    ['JSON of 0.9 MB of keywords', () => json({ skills: [{ keywords: Array.from({ length: 200_000 }, () => 'a') }] })],
    ['JSON of one text of 0.9 MB', () => json({ basics: { summary: 'x '.repeat(450_000) } })],
    ['a PDF page that is a gigabyte of blanks', pdfBomb],
    ['a PDF page of 9.9 MB of commands', () => page(stream(`BT /F1 9 Tf ${'(x) Tj '.repeat(1_400_000)} ET`))],
    ['a PDF page of 300 MB of commands, packed', () => page(packed(Buffer.alloc(300_000_000, '(x) Tj ')))],
    ['a PDF of ten thousand pages', () => pdfOfManyPages(10_000)],
    ['a PDF whose pages are their own parents', () => pdfOf([], { kids: [2, 2, 2] })],
    ['a PDF with objects in a stream of a gigabyte', objectStream],
    ['a PDF with a picture of 3.6 gigapixels', picture],
    ['a PDF of arrays nested a million deep', () => page(stream(`${'['.repeat(1_000_000)} TJ`))],
    ['a PDF whose page draws itself', formsOfForms],
    [
      'ten megabytes of noise that begin as a PDF',
      () => Buffer.concat([strToU8('%PDF-1.7\n'), randomBytes(9_000_000)]),
    ],
  ];
}

const paragraph = '<w:p><w:r><w:t>x</w:t></w:r></w:p>';

function word(xml: string): Uint8Array {
  return docxOf([], { 'word/document.xml': strToU8(xml) });
}

function body(xml: string): Uint8Array {
  return word(`<w:document ${WORD}><w:body>${xml}</w:body></w:document>`);
}

function entities(): string {
  const names = 'abcdefghij';
  const defined = Array.from(names, (name, index) => {
    const before = names[index - 1];
    return `<!ENTITY ${name} "${before ? `&${before};`.repeat(10) : 'xxxxxxxxxx'}">`;
  });
  return `<?xml version="1.0"?><!DOCTYPE d [${defined.join('')}]><w:document ${WORD}><w:body><w:p><w:r><w:t>&j;</w:t></w:r></w:p></w:body></w:document>`;
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_none, index) => `a${index}="x"`).join(' ');
}

/** Makes the sizes in the central directory of a ZIP archive far too small. */
function lying(archive: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(archive);
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 46; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000)
      view.setUint32(at + 24, 1000, true);
  return copy;
}

function manyEntries(): Uint8Array {
  const empty = new Uint8Array();
  return zipSync(Object.fromEntries(Array.from({ length: 60_000 }, (_none, index) => [`word/a${index}.xml`, empty])), {
    level: 0,
  });
}

function json(content: object): Uint8Array {
  return strToU8(JSON.stringify(content).slice(0, 999_999));
}

function stream(content: string | Buffer, filter = ''): string {
  const text = Buffer.from(content)
    .toString('latin1')
    .slice(0, MAX_FILE_BYTES - 10_000);
  return `<< /Length ${text.length} ${filter} >>\nstream\n${text}\nendstream`;
}

function packed(content: Buffer, more = ''): string {
  return stream(deflateSync(content), `/Filter /FlateDecode ${more}`);
}

/** A page whose content is the first of the given objects. */
function page(content: string, ...more: string[]): Uint8Array {
  const resources = '/Resources << /Font << /F1 3 0 R >> /XObject << /X 6 0 R >> >>';
  return pdfOf([], {
    objects: [content, `<< /Type /Page /Parent 2 0 R ${A4} /Contents 4 0 R ${resources} >>`, ...more],
    kids: [5],
  });
}

function objectStream(): Uint8Array {
  const blank = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const zeros = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(1000).fill(blank), Buffer.from([3, 0])]);
  return page(stream('/X Do'), stream(zeros, '/Type /ObjStm /N 100000 /First 900000000 /Filter /FlateDecode'));
}

function picture(): Uint8Array {
  const facts = '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8';
  return page(stream('q 500 0 0 500 0 0 cm /X Do Q'), packed(Buffer.alloc(100_000_000), facts));
}

function formsOfForms(): Uint8Array {
  const facts = '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>';
  return page(stream('/X Do '.repeat(1000)), stream('/X Do '.repeat(1000), facts));
}
