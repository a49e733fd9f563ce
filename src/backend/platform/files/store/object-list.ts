import { SaxesParser } from 'saxes';

/** A page of the list of a bucket. */
export interface ObjectList {
  objects: { key: string; writtenAt: Date }[];
  /** Whether there are more. */
  isTruncated: boolean;
}

/** Reads the answer to `ListObjects` of S3. @throws Error where it is no XML */
export function readObjectList(xml: string): ObjectList {
  const list: ObjectList = { objects: [], isTruncated: false };
  let text = '';
  let key = '';
  let writtenAt = new Date(NaN);
  const parser = new SaxesParser();
  parser.on('opentag', () => (text = ''));
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') key = text;
    else if (name === 'LastModified') writtenAt = new Date(text);
    else if (name === 'IsTruncated') list.isTruncated = text === 'true';
    else if (name === 'Contents') list.objects.push({ key, writtenAt });
  });
  parser.write(xml).close();
  return list;
}
