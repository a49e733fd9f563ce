import { extname } from 'node:path';

export const FORMATS = ['csv', 'json', 'jsonl', 'xml'] as const;
export type FileFormat = (typeof FORMATS)[number];

const BY_EXTENSION: Record<string, FileFormat> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
};

/**
 * Detects the format of a file from its beginning rather than its extension, which may be wrong.
 *
 * @param beginning some kilobytes of the file's text
 * @throws FileRefusal if the file is empty, a web page, or of an unknown format
 */
export function detectFormat(beginning: string, path: string): FileFormat {
  const text = beginning.trimStart();
  const extension = extname(path).toLowerCase();
  if (text === '') throw new FileRefusal('is empty.');
  refuseWebPage(text);
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('[') && /^\[\s*[[\]{"]/.test(text)) return 'json';
  if (text.startsWith('{')) return BY_EXTENSION[extension] === 'jsonl' || startsWithJsonLines(text) ? 'jsonl' : 'json';
  if (extension === '.json' || extension === '.xml')
    throw new FileRefusal(`does not begin like ${extension.slice(1).toUpperCase()}: “${opening(text)}”.`);
  return 'csv';
}

/** @throws FileRefusal for an error page saved under the name of a feed */
export function refuseWebPage(text: string): void {
  const head = text.replace(/^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)+/, '').slice(0, 200);
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(head))
    throw new FileRefusal('is a web page (perhaps an error page) and not a list of jobs.');
}

function startsWithJsonLines(text: string): boolean {
  const end = text.indexOf('\n');
  if (end < 0 || !text.slice(end).trimStart().startsWith('{')) return false;
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

export function opening(text: string): string {
  const line = text.slice(0, 60).replace(/\s+/g, ' ').trim();
  return line.length < text.trim().length ? `${line}…` : line;
}

/** The file is not what it claims to be, and nothing of it is imported. The message is for the operator. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}
