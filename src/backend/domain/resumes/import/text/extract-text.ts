import { type ExtractionEnd, runExtraction } from './extraction-process.js';
import { type Page, pageLines } from './page-lines.js';

/** Why a file gives no text. */
export type ExtractionError =
  'type' | 'encrypted' | 'damaged' | 'pages' | 'length' | 'unpacked' | 'noText' | 'slow' | 'busy';

export type Extraction = { lines: readonly string[] } | { violation: ExtractionError };

export const MAX_PAGES = 20;
/** A resume of twenty closely written pages has some 80,000 characters. */
const TASK = { maxPages: MAX_PAGES, maxCharacters: 150_000, maxUnpackedBytes: 20_000_000 };
const LIMITS = { maxMemoryBytes: 256_000_000, maxMs: 7000 };
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
