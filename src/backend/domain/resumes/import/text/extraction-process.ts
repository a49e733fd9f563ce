import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How the process that reads a file ended without an answer. */
export type ExtractionEnd = 'slow' | 'memory' | 'damaged';

export interface ExtractionLimits {
  /** Of the whole process. */
  maxMemoryBytes: number;
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
export function runExtraction(
  task: { kind: string } & Record<string, string | number>,
  bytes: Uint8Array,
  { maxMemoryBytes, maxMs }: ExtractionLimits,
): Promise<{ answer: unknown } | { end: ExtractionEnd }> {
  return new Promise((resolve) => {
    // Nothing of the environment goes along: there are secrets in it.
    const child = spawn(process.execPath, [...FLAGS, PROGRAM, JSON.stringify({ ...task, maxMemoryBytes })], {
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
    child.on('close', (code) => {
      clearTimeout(limit);
      // Ended by its own watch, or by V8 when the heap is full.
      if (code !== 0) resolve({ end: end ?? (code === null ? 'memory' : 'damaged') });
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
