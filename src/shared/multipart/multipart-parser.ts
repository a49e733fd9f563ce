import type { Readable, Writable } from 'node:stream';
import { Busboy, type BusboyConfig } from '@fastify/busboy';

/** Handlers for the parts of a multipart body, called in order. `name` is undefined for parts without a name. */
interface PartHandlers {
  onText: (name: string | undefined, text: string, isCut: boolean) => void;
  onFile: (name: string | undefined, content: Readable, fileName: string) => void;
  /** Called if there are more parts or fields than `limits` allow. */
  onExcess: () => void;
}

/**
 * Creates a writable stream that parses multipart/form-data (RFC 7578). A part is a file exactly if it has a file name.
 *
 * @returns undefined if the content type has no boundary
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
