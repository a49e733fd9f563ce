import { SaxesParser } from 'saxes';
import type { StoreAddress } from '#contract/backend/file-store.js';

/** S3 lists at most this many keys per request. */
const MAX_LISTED = 1000;

export interface ListedObject {
  /** Key in the bucket, including the prefix. */
  key: string;
  writtenAt: Date;
}

/** One page of the list of a bucket. */
interface ObjectList {
  objects: ListedObject[];
  /** Whether further pages follow. */
  isTruncated: boolean;
}

/**
 * Lists the objects of a bucket whose keys have a prefix.
 *
 * @param ask sends a request
 */
export async function* listObjects(
  { bucket }: StoreAddress,
  prefix: string,
  ask: (url: string) => Promise<Response>,
  pageSize = MAX_LISTED,
): AsyncGenerator<ListedObject> {
  let last: string | undefined;
  let page: ObjectList;
  do {
    const query = new URLSearchParams({ prefix, 'max-keys': String(pageSize) });
    if (last !== undefined) query.set('marker', last);
    const response = await ask(`${bucket}?${query.toString()}`);
    page = readObjectList(await response.text());
    yield* page.objects;
    last = page.objects.at(-1)?.key;
  } while (page.isTruncated && last !== undefined);
}

/**
 * Parses the response of S3's `ListObjects`.
 *
 * @throws Error if it is not XML
 */
function readObjectList(xml: string): ObjectList {
  const list: ObjectList = { objects: [], isTruncated: false };
  for (const { element, texts } of elementsOf(xml, ['Contents', 'IsTruncated'])) {
    if (element === 'IsTruncated') list.isTruncated = texts.get(element) === 'true';
    else list.objects.push({ key: texts.get('Key') ?? '', writtenAt: new Date(texts.get('LastModified') ?? NaN) });
  }
  return list;
}

/** A multipart upload that was neither completed nor aborted. */
export interface UnfinishedUpload {
  /** Key in the bucket, including the prefix. */
  key: string;
  id: string;
  begunAt: Date;
}

/**
 * Parses the response of S3's `ListMultipartUploads`.
 *
 * @throws Error if it is not XML
 */
export function readUploadList(xml: string): UnfinishedUpload[] {
  return elementsOf(xml, ['Upload']).map(({ texts }) => ({
    key: texts.get('Key') ?? '',
    id: texts.get('UploadId') ?? '',
    begunAt: new Date(texts.get('Initiated') ?? NaN),
  }));
}

/** @returns the elements with these names in document order, each with its own text and the texts of its descendants */
function elementsOf(xml: string, wanted: readonly string[]): { element: string; texts: Map<string, string> }[] {
  const found: { element: string; texts: Map<string, string> }[] = [];
  let text = '';
  let texts = new Map<string, string>();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    text = '';
    if (wanted.includes(name)) texts = new Map();
  });
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    texts.set(name, text);
    if (wanted.includes(name)) found.push({ element: name, texts });
  });
  parser.write(xml).close();
  return found;
}
