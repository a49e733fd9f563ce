import { strToU8, zipSync } from 'fflate';
import { ATTACHMENT_TYPES } from '#contract/applications/uploads.js';
import { docxOf, docxWithMacros, odtOf } from '../../../../test/support/data/resume-files.js';
import { inspectDocument } from './office-document.js';

const DOCX = { type: ATTACHMENT_TYPES.docx };
const ODT = { type: ATTACHMENT_TYPES.odt };
const MACROS = { rule: 'fileMacros' };
const OTHER = { rule: 'fileType' };

const template = (target: string) => ({
  'word/_rels/settings.xml.rels': strToU8(
    `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="External"/></Relationships>`,
  ),
});
const contentTypes = (text: string | Uint8Array) =>
  docxOf(['A letter'], { '[Content_Types].xml': typeof text === 'string' ? strToU8(text) : text });
const typed = (type: string) => `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`;
const MAIN = `${ATTACHMENT_TYPES.docx}.main+xml`;

describe('a document that may be attached', () => {
  it.each([
    ['a Word file', docxOf(['A letter']), DOCX],
    ['one of LibreOffice', odtOf('A letter'), ODT],
    [
      'a Word file whose template is on the computer of its author',
      docxOf([], template('file:///C:\\Normal.dotm')),
      DOCX,
    ],
    ['content types in UTF-16', contentTypes(Buffer.from(`\ufeff${typed(MAIN)}`, 'utf16le')), DOCX],
  ])('[APP-02] %s', (_name, bytes, found) => {
    expect(inspectDocument(bytes)).toEqual(found);
  });

  it.each([
    ['as Word writes them', docxWithMacros()],
    ['in a part with another name', docxWithMacros('theme.bin')],
    ['that the types do not name', docxOf([], { 'word/vbaProject.bin': Uint8Array.of(1) })],
    ['in letters of another case', docxOf([], { 'WORD/VBAPROJECT.BIN': Uint8Array.of(1) })],
    ['of a DOCM', contentTypes(typed('application/vnd.ms-word.document.macroEnabled.main+xml'))],
    ['behind references', contentTypes(typed('application/vnd.ms-office.vba&#80;roject'))],
    ['in a template from a server', docxOf([], template('https://evil.test/a.dotm'))],
    ['in a template of a network', docxOf([], template('file://server/a.dotm'))],
    ['of LibreOffice', odtOf('A letter', { 'Basic/Standard/Module1.xml': strToU8('<a/>') })],
    ['in Python', odtOf('A letter', { 'Scripts/python/a.py': strToU8('') })],
  ])('[APP-02] macros %s are found', (_name, bytes) => {
    expect(inspectDocument(bytes)).toEqual(MACROS);
  });

  it.each([
    ['nothing but the first bytes', Buffer.from('PK\x03\x04')],
    ['an archive of files', zipSync({ 'a.exe': Uint8Array.of(1) })],
    [
      'a spreadsheet',
      contentTypes(typed('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml')),
    ],
    ['a drawing of LibreOffice', zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.graphics') })],
    ['types that are no XML', contentTypes('<Types')],
    ['types that unpack to more than a document has', contentTypes(`${' '.repeat(2_000_000)}${typed(MAIN)}`)],
    [
      'more parts than a document has',
      zipSync(Object.fromEntries(Array.from({ length: 5001 }, (_none, at) => [`p${at}`, new Uint8Array()]))),
    ],
  ])('[APP-02] %s is none', (_name, bytes) => {
    expect(inspectDocument(bytes)).toEqual(OTHER);
  });
});
