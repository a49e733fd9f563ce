import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sniffAttachment } from '#contract/applications/uploads.js';
import { type Page, pageLines } from './page-lines.js';

/** Reason why no text can be extracted from a file. */
export type ExtractionError =
  'type' | 'encrypted' | 'damaged' | 'pages' | 'length' | 'unpacked' | 'noText' | 'slow' | 'busy';

export type Extraction = { lines: readonly string[] } | { violation: ExtractionError };

export const MAX_PAGES = 20;
/** Limits: a resume of twenty dense pages has some 80,000 characters. */
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

/** Extracts the text of a file, line by line. */
export async function extractText(type: 'pdf' | 'docx', bytes: Uint8Array): Promise<Extraction> {
  const raw = (await extract(type, bytes)) as Raw;
  if ('violation' in raw) return raw;
  const lines = 'lines' in raw ? raw.lines : raw.pages.flatMap(pageLines);
  return lines.some((line) => /\p{L}{2}/u.test(line)) ? { lines } : { violation: 'noText' };
}

/** Parses a JSON file; lists and texts are cut to the size of a resume. */
export async function extractJson(bytes: Uint8Array): Promise<{ content: unknown } | { violation: ExtractionError }> {
  return (await extract('json', bytes)) as { content: unknown } | { violation: ExtractionError };
}

/** Files are processed one at a time, each in a separate process. Never rejects. */
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

/** Reason why the process ended without a result. */
type ExtractionEnd = 'slow' | 'memory' | 'damaged';

interface ExtractionLimits {
  /** Limit for the whole process. */
  maxMemoryBytes: number;
  /** Processor time of the whole process: because of its low priority, even a small file takes long on a busy machine. */
  maxCpuMs: number;
  /** Elapsed time for one file, including the start of the process. */
  maxMs: number;
}

const PROGRAM = fileURLToPath(new URL('./extraction.process.mjs', import.meta.url));
/** A small heap that grows in small steps, because the process handles one file only. */
const FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4', '--no-warnings'];
/** Maximum size of the process's output, whose text is already limited by the process itself. */
const MAX_ANSWER_BYTES = 40_000_000;

/**
 * Passes a file to a separate process and waits for the result. The process always ends: by itself, or because it exceeds its memory or
 * time limit.
 *
 * @param task task for `extraction.process.mjs`
 * @returns never rejects
 */
function runExtraction(
  task: { kind: string } & Record<string, string | number>,
  bytes: Uint8Array,
  { maxMemoryBytes, maxCpuMs, maxMs }: ExtractionLimits,
): Promise<{ answer: unknown } | { end: ExtractionEnd }> {
  return new Promise((resolve) => {
    // The environment is not passed on, because it contains secrets.
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
      // Terminated by its own watchdog, whose signal tells the reason, or by V8 because the heap was full.
      if (signal === 'SIGTERM') resolve({ end: 'slow' });
      else if (code !== 0) resolve({ end: end ?? (code === null ? 'memory' : 'damaged') });
      else resolve(parsed(Buffer.concat(pieces)));
    });
    // The process may have ended before it has read the file.
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

/** Detects the type of a file by its first bytes, regardless of its name; the content of archives is checked when they are read. */
export function sniffResumeFile(bytes: Uint8Array): ResumeFileType | 'doc' | undefined {
  if (sniffAttachment(bytes) === 'application/pdf') return 'pdf';
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith('PK\x03\x04')) return 'docx';
  // Word before 2007, and password-protected files of later versions.
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'doc';
  return /^(?:\xef\xbb\xbf)?\s*\{/.test(start) ? 'json' : undefined;
}
