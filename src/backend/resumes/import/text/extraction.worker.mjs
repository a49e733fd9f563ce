// Takes the text out of a file that a stranger has made: in a thread with little memory, which is ended when it takes too long.
import { Buffer } from 'node:buffer';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { getDocumentProxy } from 'unpdf';

try {
  // On Linux a priority is that of a thread; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Not everywhere is it allowed.
}

/** What mammoth looks at, beside pictures. */
const PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[\w-]+\.xml(?:\.rels)?)$/;
const MAIN_PART = 'word/document.xml';

/** Words with their places on each page, in PDF units from the lower left corner. */
export async function readPdf({ bytes, mostPages, mostCharacters }) {
  let document;
  try {
    document = await getDocumentProxy(bytes, {
      ...{ disableFontFace: true, useSystemFonts: false, useWorkerFetch: false, isEvalSupported: false },
      ...{ stopAtErrors: false, maxImageSize: 0, enableXfa: false, verbosity: 0 },
    });
  } catch (error) {
    return { fault: error?.name === 'PasswordException' ? 'encrypted' : 'damaged' };
  }
  try {
    if (document.numPages > mostPages) return { fault: 'pages' };
    const pages = [];
    let characters = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const [left, bottom, right] = page.view;
      const words = [];
      const { items } = await page.getTextContent();
      for (const { str, transform, width, height } of items) {
        if (str.trim() === '') continue;
        characters += str.length;
        if (characters > mostCharacters) return { fault: 'length' };
        words.push({ text: str, x: transform[4] - left, y: transform[5] - bottom, width, height });
      }
      pages.push({ width: right - left, words });
      page.cleanup();
    }
    return { pages };
  } catch {
    return { fault: 'damaged' };
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Paragraphs and rows of tables, a line each. Nothing is unpacked beyond the size that is allowed, whatever the file says of itself. */
export async function readDocx({ bytes, mostUnpacked, mostCharacters }) {
  let size = 0;
  let parts;
  try {
    parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!PARTS.test(name) || size > mostUnpacked) return false;
        size += originalSize;
        return size <= mostUnpacked;
      },
    });
  } catch {
    return { fault: 'damaged' };
  }
  if (size > mostUnpacked) return { fault: 'unpacked' };
  if (!parts[MAIN_PART]) return { fault: 'type' };
  try {
    const lines = [];
    await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
      {
        externalFileAccess: false,
        transformDocument(document) {
          collect(document, lines);
          return { ...document, children: [] };
        },
      },
    );
    const characters = lines.reduce((sum, line) => sum + line.length, 0);
    return characters > mostCharacters ? { fault: 'length' } : { lines };
  } catch {
    return { fault: 'damaged' };
  }
}

function collect(element, lines) {
  if (element.type === 'paragraph') {
    const marker = element.numbering ? '• ' : '';
    for (const line of textOf(element).split('\n')) lines.push(marker + line);
  } else if (element.type === 'tableRow') collectRow(element, lines);
  else for (const child of element.children ?? []) collect(child, lines);
}

/** Cells beside each other are read line by line where each holds one, else one after the other. */
function collectRow(row, lines) {
  const cells = row.children.map((cell) => {
    const own = [];
    for (const child of cell.children ?? []) collect(child, own);
    return own.filter((line) => line.trim() !== '');
  });
  const [first = [], ...others] = cells;
  if (first.length <= 1 && others.length > 0) {
    // A date, and beside it what was done then.
    lines.push([...first, ...others.flatMap((cell) => cell.slice(0, 1))].join('\t'));
    for (const cell of others) lines.push(...cell.slice(1));
  } else for (const cell of cells) lines.push(...cell);
}

function textOf(element) {
  if (element.type === 'text') return element.value;
  if (element.type === 'tab') return '\t';
  if (element.type === 'break') return '\n';
  return (element.children ?? []).map(textOf).join('');
}
