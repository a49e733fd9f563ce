import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sniffAttachment } from '#contract/applications/uploads.js';
import { type Page, pageLines } from './page-lines.js';

/** Why a file gives no text. */
export type ExtractionError =
  'type' | 'encrypted' | 'damaged' | 'pages' | 'length' | 'unpacked' | 'noText' | 'slow' | 'busy';

export type Extraction = { lines: readonly string[] } | { violation: ExtractionError };

export const MAX_PAGES = 20;
/** A resume of twenty closely written pages has some 80,000 characters. */
const TASK = { maxPages: MAX_PAGES, maxCharacters: 150_000, maxUnpackedBytes: 20_000_000 };
const LIMITS = { maxMemoryBytes: 256_000_000, maxCpuMs: 7000, maxMs: 30_000 };
const MAX_WAITING = 8;
const FAULTS: Readonly<Record<ExtractionEnd, ExtractionError>> = {
  slow: 'slow',
  memory: 'unpacked',
  damaged: 'damaged',
};

type Raw = { pages: readonly Page[] } | { lines: readonly string[] } | { violation: ExtractionError };

let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** The text of a file, line by line. */
export async function extractText(type: 'pdf' | 'docx', bytes: Uint8Array): Promise<Extraction> {
  const raw = (await extract(type, bytes)) as Raw;
  if ('violation' in raw) return raw;
  const lines = 'lines' in raw ? raw.lines : raw.pages.flatMap(pageLines);
  return lines.some((line) => /\p{L}{2}/u.test(line)) ? { lines } : { violation: 'noText' };
}

/** What a JSON file holds, of each list and text only as much as a resume has. */
export async function extractJson(bytes: Uint8Array): Promise<{ content: unknown } | { violation: ExtractionError }> {
  return (await extract('json', bytes)) as { content: unknown } | { violation: ExtractionError };
}

/** Files are read one at a time, each in a process of its own. Never rejects. */
async function extract(kind: string, bytes: Uint8Array): Promise<unknown> {
  if (waiting >= MAX_WAITING) return { violation: 'busy' };
  waiting += 1;
  const own = turn.then(() => runExtraction({ kind, ...TASK }, bytes, LIMITS));
  turn = own;
  try {
    const outcome = await own;
    return 'answer' in outcome ? outcome.answer : { violation: FAULTS[outcome.end] };
  } finally {
    waiting -= 1;
  }
}

/** How the process that reads a file ended without an answer. */
type ExtractionEnd = 'slow' | 'memory' | 'damaged';

interface ExtractionLimits {
  /** Of the whole process. */
  maxMemoryBytes: number;
  /** Processor time of the whole process: it has a low priority, so that on a busy machine a small file takes long too. */
  maxCpuMs: number;
  /** Of reading one file, with the start of the process. */
  maxMs: number;
}

const PROGRAM = fileURLToPath(new URL('./extraction.process.mjs', import.meta.url));
/** A small heap that grows in small steps: the process is there for one file. */
const FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4', '--no-warnings'];
/** An answer is text that has been limited there already. */
const MAX_ANSWER_BYTES = 40_000_000;

/**
 * Gives a file to a process of its own and waits for its answer. The process ends in any case: by itself, when it takes more memory than it
 * may, or when it takes too long.
 *
 * @param task what `extraction.process.mjs` is to do
 * @returns never rejects
 */
function runExtraction(
  task: { kind: string } & Record<string, string | number>,
  bytes: Uint8Array,
  { maxMemoryBytes, maxCpuMs, maxMs }: ExtractionLimits,
): Promise<{ answer: unknown } | { end: ExtractionEnd }> {
  return new Promise((resolve) => {
    // Nothing of the environment goes along: there are secrets in it.
    const child = spawn(process.execPath, [...FLAGS, PROGRAM, JSON.stringify({ ...task, maxMemoryBytes, maxCpuMs })], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let end: ExtractionEnd | undefined;
    const limit = setTimeout(() => {
      end = 'slow';
      child.kill('SIGKILL');
    }, maxMs);
    const pieces: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= MAX_ANSWER_BYTES) pieces.push(piece);
      else child.kill('SIGKILL');
    });
    child.on('error', () => {
      clearTimeout(limit);
      resolve({ end: 'damaged' });
    });
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      // Ended by its own watch, which says by the signal why, or by V8 when the heap is full.
      if (signal === 'SIGTERM') resolve({ end: 'slow' });
      else if (code !== 0) resolve({ end: end ?? (code === null ? 'memory' : 'damaged') });
      else resolve(parsed(Buffer.concat(pieces)));
    });
    // It may have ended before it has read the file.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

function parsed(json: Buffer): { answer: unknown } | { end: ExtractionEnd } {
  try {
    return { answer: JSON.parse(json.toString()) as unknown };
  } catch {
    return { end: 'damaged' };
  }
}

type ResumeFileType = 'pdf' | 'docx' | 'json';

/** What a file is by its first bytes, whatever it says it is; what an archive holds is looked at when it is read. */
export function sniffResumeFile(bytes: Uint8Array): ResumeFileType | 'doc' | undefined {
  if (sniffAttachment(bytes) === 'application/pdf') return 'pdf';
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith('PK\x03\x04')) return 'docx';
  // Word before 2007, and whatever Word keeps under a password.
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'doc';
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(start) ? 'json' : undefined;
}
