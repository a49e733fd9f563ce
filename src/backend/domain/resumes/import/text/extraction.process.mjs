// Extracts the readable text of one untrusted file, and exits: the file is read from standard input, the result is written to standard
// output as JSON. It runs as a separate process with little memory and no secrets, so that a hostile file cannot affect the server.
import { Buffer } from 'node:buffer';
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { TextDecoder } from 'node:util';
import { Worker } from 'node:worker_threads';

const WATCH_MS = 20;
/** Maximum number of entries of an archive: a Word file has about twenty. */
const MAX_ARCHIVE_ENTRIES = 2000;
/** Maximum number of entries that are read from each list and object of a JSON file. */
const MAX_JSON_ENTRIES = 100;
const MAX_JSON_DEPTH = 6;
const MAX_JSON_TEXT = 5000;

/** Parts that mammoth reads, apart from images. */
const PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[\w-]+\.xml(?:\.rels)?)$/;
/** Word Online and SharePoint number the main part. */
const MAIN_PART = /^word\/document\d*\.xml$/;

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // The system may not allow it.
}
const { kind, maxMemoryBytes, maxCpuMs, ...limits } = JSON.parse(process.argv[2]);
watch(maxMemoryBytes, maxCpuMs);
const answer = await { pdf: readPdf, docx: readDocx, json: readJson }[kind]({ bytes: await readInput(), ...limits });
process.stdout.write(JSON.stringify(answer), () => process.exit(0));

/**
 * A separate thread watches processor time and memory outside the heap, which V8's limits do not cover: the main thread is busy while
 * they grow. The signal tells the parent process which limit was exceeded.
 */
function watch(maxBytes, maxCpuMs) {
  const program = `setInterval(() => {
    if (process.memoryUsage.rss() > ${Number(maxBytes)}) process.kill(process.pid, 'SIGKILL');
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1000 > ${Number(maxCpuMs)}) process.kill(process.pid, 'SIGTERM');
  }, ${WATCH_MS})`;
  new Worker(program, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  }).unref();
}

async function readInput() {
  const pieces = [];
  for await (const piece of process.stdin) pieces.push(piece);
  return Uint8Array.from(Buffer.concat(pieces));
}

/** Extracts words with their positions on each page, in PDF units from the lower left corner. */
async function readPdf({ bytes, maxPages, maxCharacters }) {
  const { getDocumentProxy } = await import('unpdf');
  let document;
  try {
    document = await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      isEvalSupported: false,
      stopAtErrors: false,
      maxImageSize: 0,
      enableXfa: false,
      verbosity: 0,
    });
  } catch (error) {
    return { violation: error?.name === 'PasswordException' ? 'encrypted' : 'damaged' };
  }
  try {
    if (document.numPages > maxPages) return { violation: 'pages' };
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
        if (characters > maxCharacters) return { violation: 'length' };
        words.push({ text: str, x: transform[4] - left, y: transform[5] - bottom, width, height });
      }
      pages.push({ width: right - left, words });
      page.cleanup();
    }
    return { pages };
  } catch {
    return { violation: 'damaged' };
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Extracts paragraphs and table rows, one line each. Unpacking stops at the allowed size, whatever the file declares. */
async function readDocx({ bytes, maxUnpackedBytes, maxCharacters }) {
  if (archiveEntries(bytes) > MAX_ARCHIVE_ENTRIES) return { violation: 'unpacked' };
  const [{ unzipSync, zipSync }, { default: mammoth }] = await Promise.all([import('fflate'), import('mammoth')]);
  let size = 0;
  let parts;
  try {
    parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!PARTS.test(name) || size > maxUnpackedBytes) return false;
        size += originalSize;
        return size <= maxUnpackedBytes;
      },
    });
  } catch {
    return { violation: 'damaged' };
  }
  if (size > maxUnpackedBytes) return { violation: 'unpacked' };
  if (!Object.keys(parts).some((name) => MAIN_PART.test(name))) return { violation: 'type' };
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
    return characters > maxCharacters ? { violation: 'length' } : { lines };
  } catch {
    return { violation: 'damaged' };
  }
}

/** @returns the number of entries that the end record of an archive declares; 0 if there is no such record */
function archiveEntries(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= first; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return view.getUint16(at + 10, true);
  return 0;
}

/** Parses a JSON file; lists and texts are cut to the size of a resume. */
function readJson({ bytes, maxCharacters }) {
  let characters = 0;
  const cut = (value, depth) => {
    if (typeof value === 'string') {
      characters += Math.min(value.length, MAX_JSON_TEXT);
      return value.slice(0, MAX_JSON_TEXT);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_JSON_DEPTH) return null;
    if (Array.isArray(value)) return value.slice(0, MAX_JSON_ENTRIES).map((each) => cut(each, depth + 1));
    const entries = Object.entries(value).slice(0, MAX_JSON_ENTRIES);
    return Object.fromEntries(entries.map(([key, each]) => [key, cut(each, depth + 1)]));
  };
  try {
    const content = cut(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), 0);
    return characters > maxCharacters ? { violation: 'length' } : { content };
  } catch {
    return { violation: 'damaged' };
  }
}

function collect(element, lines) {
  if (element.type === 'paragraph') {
    const marker = element.numbering ? '• ' : '';
    for (const line of textOf(element).split('\n')) lines.push(marker + line);
  } else if (element.type === 'tableRow') collectRow(element, lines);
  else for (const child of element.children ?? []) collect(child, lines);
}

/** Adjacent cells are read line by line if each holds one line, otherwise one after the other. */
function collectRow(row, lines) {
  const cells = row.children.map((cell) => {
    const own = [];
    for (const child of cell.children ?? []) collect(child, own);
    return own.filter((line) => line.trim() !== '');
  });
  const [first = [], ...others] = cells;
  if (first.length <= 1 && others.length > 0) {
    // The first cell is a date, and the other the activity at that time.
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
