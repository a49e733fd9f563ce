import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync } from 'fflate';

/** Text at a position on a page, in points from the lower left corner. */
export interface PlacedText {
  x: number;
  y: number;
  text: string;
  size?: number;
}

const WIDTH = 595;
const HEIGHT = 842;
const LINE = 15;
const LEFT = 50;

/** Lines below each other; the text after a tab starts at 180 points, as in a table. */
export function column(lines: readonly string[], x = LEFT, top = HEIGHT - 60): PlacedText[] {
  return lines.flatMap((line, index) =>
    line
      .split('\t')
      .flatMap((text, at) => (text === '' ? [] : [{ text, x: at === 0 ? x : x + at * 130, y: top - index * LINE }])),
  );
}

/** A hand-written PDF file with the given pages, in Helvetica with Windows-1252 encoding. */
export function pdfOf(
  pages: readonly (readonly PlacedText[])[],
  more: { trailer?: string; objects?: string[]; kids?: number[] } = {},
): Uint8Array {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const kids: number[] = [];
  for (const page of pages) {
    const content = page
      .map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`)
      .join('\n');
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    kids.push(objects.length + 1);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${objects.length} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    );
  }
  kids.push(...(more.kids ?? []));
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  objects.push(...(more.objects ?? []));
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more.trailer ?? ''} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, 'latin1'));
}

/** One column of text, on as many pages as it needs. */
export function pdfOfLines(lines: readonly string[]): Uint8Array {
  const pages: PlacedText[][] = [];
  for (let at = 0; at < lines.length || at === 0; at += 50) pages.push(column(lines.slice(at, at + 50)));
  return pdfOf(pages);
}

/** A PDF that can only be opened with a password. */
export function encryptedPdf(): Uint8Array {
  const secret = `<${'5a'.repeat(32)}>`;
  const id = `<${'11'.repeat(16)}>`;
  return pdfOf([column(['A secret'])], {
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >> /ID [${id} ${id}]`,
  });
}

/** A PDF of a few kilobytes whose only page contains a gigabyte of spaces. */
export function pdfBomb(): Uint8Array {
  const blank = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const inner = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: 1500 }, () => blank),
    Buffer.from([3, 0]),
  ]);
  const packed = deflateSync(inner).toString('latin1');
  return pdfOf([], {
    objects: [
      `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${packed}\nendstream`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>',
    ],
    kids: [5],
  });
}

/** A PDF with the given number of identical pages. */
export function pdfOfManyPages(count: number): Uint8Array {
  return pdfOf(Array.from({ length: count }, () => []));
}

const CONTENT_TYPES =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

/** A paragraph, which may contain tabs and line breaks, or a row of a table. */
export type DocxPart = string | { cells: readonly (readonly string[])[] };

/** A hand-written Word file. @param more additional parts, by name */
export function docxOf(parts: readonly DocxPart[], more: Record<string, Uint8Array> = {}): Uint8Array {
  const body = parts
    .map((part) =>
      typeof part === 'string'
        ? paragraph(part)
        : `<w:tbl><w:tr>${part.cells.map((cell) => `<w:tc>${cell.map(paragraph).join('')}</w:tc>`).join('')}</w:tr></w:tbl>`,
    )
    .join('');
  return zipSync({
    '[Content_Types].xml': strToU8(CONTENT_TYPES),
    '_rels/.rels': strToU8(RELATIONS),
    'word/document.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
    ...more,
  });
}

const MACRO_TYPE =
  '<Override PartName="/word/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>';

/** A Word file as Word Online and SharePoint write it: the name of its main part has a number. */
export function docxOfWordOnline(line: string): Uint8Array {
  const { 'word/document.xml': main, ...parts } = unzipSync(docxOf([line]));
  const renamed = (xml: string) => strToU8(xml.replace('word/document.xml', 'word/document22.xml'));
  return zipSync(
    Object.assign(parts, {
      '[Content_Types].xml': renamed(CONTENT_TYPES),
      '_rels/.rels': renamed(RELATIONS),
      'word/document22.xml': main!,
    }),
  );
}

/** A Word file with macros, as Word writes it. @param part name of the part with the macros, within `word/` */
export function docxWithMacros(part = 'vbaProject.bin'): Uint8Array {
  return docxOf(['A letter'], {
    '[Content_Types].xml': strToU8(CONTENT_TYPES.replace('</Types>', MACRO_TYPE.replace('vbaProject.bin', part))),
    [`word/${part}`]: Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0),
  });
}

/** A hand-written LibreOffice document. @param more additional parts, by name */
export function odtOf(text: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'content.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
    ),
    'META-INF/manifest.xml': strToU8(
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    ),
    ...more,
  });
}

function paragraph(text: string): string {
  const runs = text
    .split(/(\t|\n)/)
    .map((piece) => {
      if (piece === '\t') return '<w:r><w:tab/></w:r>';
      if (piece === '\n') return '<w:r><w:br/></w:r>';
      return `<w:r><w:t xml:space="preserve">${piece.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)}</w:t></w:r>`;
    })
    .join('');
  return `<w:p>${runs}</w:p>`;
}

const WINDOWS: Readonly<Record<string, number>> = {
  '–': 0x96,
  '—': 0x97,
  '’': 0x92,
  '•': 0x95,
  '€': 0x80,
  œ: 0x9c,
  Œ: 0x8c,
};

function escaped(text: string): string {
  return Array.from(text, (letter) => {
    const code = WINDOWS[letter] ?? letter.charCodeAt(0);
    if (letter === '(' || letter === ')' || letter === '\\') return `\\${letter}`;
    return code > 126 ? `\\${code.toString(8).padStart(3, '0')}` : letter;
  }).join('');
}
