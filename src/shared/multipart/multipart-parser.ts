import type { Readable, Writable } from 'node:stream';
import { Busboy, type BusboyConfig } from '@fastify/busboy';

/** What becomes of the parts of a multipart body, in their order. `name` is undefined where a part has none. */
interface PartHandlers {
  onText: (name: string | undefined, text: string, isCut: boolean) => void;
  onFile: (name: string | undefined, content: Readable, fileName: string) => void;
  /** There are more parts or fields than `limits` allow. */
  onExcess: () => void;
}

/**
 * A writable stream that takes multipart/form-data apart (RFC 7578). A part is a file exactly when it has a file name.
 *
 * @returns undefined when the content type names no boundary
 */
export function multipartParser(
  contentType: string,
  limits: NonNullable<BusboyConfig['limits']>,
  { onText, onFile, onExcess }: PartHandlers,
): Writable | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    })
      .on('field', (name, text, _isNameCut, isTextCut) => onText(name, text, isTextCut))
      .on('file', onFile)
      .on('partsLimit', onExcess)
      .on('fieldsLimit', onExcess);
  } catch {
    return undefined;
  }
}
