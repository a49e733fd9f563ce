import { SaxesParser } from 'saxes';
import type { StoreAddress } from '#contract/backend/file-store.js';

/** S3 lists no more at once. */
const MAX_LISTED = 1000;

export interface ListedObject {
  /** In the bucket. */
  key: string;
  writtenAt: Date;
}

/** A page of the list of a bucket. */
interface ObjectList {
  objects: ListedObject[];
  /** Whether there are more. */
  isTruncated: boolean;
}

/**
 * Lists the objects of a bucket whose keys begin so.
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

/** Reads the answer to `ListObjects` of S3. @throws Error where it is no XML */
function readObjectList(xml: string): ObjectList {
  const list: ObjectList = { objects: [], isTruncated: false };
  for (const { element, texts } of elementsOf(xml, ['Contents', 'IsTruncated'])) {
    if (element === 'IsTruncated') list.isTruncated = texts.get(element) === 'true';
    else list.objects.push({ key: texts.get('Key') ?? '', writtenAt: new Date(texts.get('LastModified') ?? NaN) });
  }
  return list;
}

/** An upload in parts that is neither complete nor given up. */
export interface UnfinishedUpload {
  /** In the bucket. */
  key: string;
  id: string;
  begunAt: Date;
}

/** Reads the answer to `ListMultipartUploads` of S3. @throws Error where it is no XML */
export function readUploadList(xml: string): UnfinishedUpload[] {
  return elementsOf(xml, ['Upload']).map(({ texts }) => ({
    key: texts.get('Key') ?? '',
    id: texts.get('UploadId') ?? '',
    begunAt: new Date(texts.get('Initiated') ?? NaN),
  }));
}

/** @returns these elements in their order, each with the texts of itself and of what is in it */
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
