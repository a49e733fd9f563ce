import { Piscina } from 'piscina';
import { type Page, pageLines } from './page-lines.js';

/** Why a file gives no text. */
export type ExtractionFault =
  'type' | 'encrypted' | 'damaged' | 'pages' | 'length' | 'unpacked' | 'noText' | 'slow' | 'busy';

export type Extraction = { lines: readonly string[] } | { fault: ExtractionFault };

export const MOST_PAGES = 20;
/** A resume of twenty closely written pages has some 80,000. */
const LIMITS = { mostPages: MOST_PAGES, mostCharacters: 150_000, mostUnpacked: 20_000_000 };
/** Of reading one file; it begins when the thread does. */
const PATIENCE_MS = 5000;
const MOST_WAITING = 8;
const IDLE_MS = 10_000;
const MEGABYTES = 128;
/** Of the whole process, while a file is read. */
const MOST_GROWTH = 250_000_000;
const WATCH_MS = 25;

type Raw = { pages: readonly Page[] } | { lines: readonly string[] } | { fault: ExtractionFault };

/** One thread, and none at rest: files are read one at a time. */
const pool = new Piscina<{ bytes: Uint8Array } & typeof LIMITS, Raw>({
  filename: new URL('./extraction.worker.mjs', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
  maxQueue: MOST_WAITING + 1,
  resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 },
});

let turn: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * The text of a file, line by line. It is read in a thread of its own, which ends when the file asks for too much time or memory.
 *
 * @param bytes are copied, not taken
 */
export async function extractText(type: 'pdf' | 'docx', bytes: Uint8Array): Promise<Extraction> {
  if (waiting >= MOST_WAITING) return { fault: 'busy' };
  waiting += 1;
  const own = turn.then(() => readRaw(type, bytes));
  turn = own;
  try {
    const raw = await own;
    if ('fault' in raw) return raw;
    const lines = 'lines' in raw ? raw.lines : raw.pages.flatMap(pageLines);
    return lines.some((line) => /\p{L}{2}/u.test(line)) ? { lines } : { fault: 'noText' };
  } finally {
    waiting -= 1;
  }
}

/** Never rejects. */
async function readRaw(type: 'pdf' | 'docx', bytes: Uint8Array): Promise<Raw> {
  const ending = new AbortController();
  const limit = setTimeout(() => ending.abort('slow'), PATIENCE_MS);
  // What a thread holds outside its heap no limit of its own counts.
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > MOST_GROWTH) ending.abort('unpacked');
  }, WATCH_MS);
  try {
    return await pool.run(
      { bytes: Uint8Array.from(bytes), ...LIMITS },
      { name: type === 'pdf' ? 'readPdf' : 'readDocx', signal: ending.signal },
    );
  } catch {
    // Ended for its time or its memory; or it has ended itself.
    return { fault: ending.signal.aborted ? (ending.signal.reason as ExtractionFault) : 'damaged' };
  } finally {
    clearTimeout(limit);
    clearInterval(watch);
  }
}
