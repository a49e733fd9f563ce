import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { ATTACHMENT_TYPES, type DocumentType } from '#contract/applications/uploads.js';

/** Result of inspecting an archive: the type of an accepted document, or the violated rule. */
export type InspectedDocument = { type: DocumentType } | { rule: 'fileType' | 'fileMacros' };

/** Maximum number of parts: a document has about twenty, and at most a few hundred pictures. */
const MAX_ENTRIES = 5000;
/** Maximum size of a part that is read into memory: document metadata takes a few kilobytes. */
const MAX_PART_BYTES = 1_000_000;

const CONTENT_TYPES = '[Content_Types].xml';
const MIME_TYPE = 'mimetype';
const RELATIONS = /^word\/_rels\/[^/]+\.rels$/i;
/** Locations of macros in documents of Word and LibreOffice. */
const MACRO_PARTS = /(?:^|\/)vba(?:Project[^/]*\.bin|Data\.xml)$|^(?:Basic|Scripts)\//i;
const MACRO_TYPE = /vbaProject|macroEnabled/i;
const MAIN_TYPE = `${ATTACHMENT_TYPES.docx}.main+xml`;
/** A document template that Word fetches from another server when it opens the document may contain macros. */
const TEMPLATE = /\/attachedTemplate$/i;
const ELSEWHERE = /^\s*(?:https?:|ftp:|\\\\|\/\/|file:\/{2}(?!\/)|file:\/{4,}|file:\/{3}\\)/i;

/**
 * Determines the type of an archive by its parts, whatever its file name. Only a few small parts are unpacked, each limited to its declared
 * size, so that an archive bomb does no harm.
 *
 * @param bytes the whole file, which starts like a ZIP archive
 * @returns its type: a DOCX or ODT document without macros
 */
export function inspectDocument(bytes: Uint8Array): InspectedDocument {
  const parts = readParts(bytes);
  if (!parts) return { rule: 'fileType' };
  const mimeType = parts.read.get(MIME_TYPE);
  const isText = mimeType !== undefined && decoded(mimeType) === ATTACHMENT_TYPES.odt;
  const types = attributesOf(parts.read.get(CONTENT_TYPES)).map(({ ContentType = '' }) => ContentType.trim());
  if (!isText && types.length === 0) return { rule: 'fileType' };
  const hasMacros = parts.names.some((name) => MACRO_PARTS.test(name)) || types.some((type) => MACRO_TYPE.test(type));
  if (hasMacros || [...parts.read].some(([name, part]) => RELATIONS.test(name) && fetchesTemplate(part)))
    return { rule: 'fileMacros' };
  if (isText) return { type: ATTACHMENT_TYPES.odt };
  return types.includes(MAIN_TYPE) ? { type: ATTACHMENT_TYPES.docx } : { rule: 'fileType' };
}

/**
 * @returns the names of all parts and the contents of those that are inspected; undefined if the file is not an archive, or not one written
 *   by a word processor
 */
function readParts(bytes: Uint8Array): { names: string[]; read: Map<string, Uint8Array> } | undefined {
  const names: string[] = [];
  try {
    const read = unzipSync(bytes, {
      filter({ name, originalSize }) {
        names.push(name);
        if (names.length > MAX_ENTRIES) throw new RangeError('Too many parts');
        if (name !== CONTENT_TYPES && name !== MIME_TYPE && !RELATIONS.test(name)) return false;
        if (originalSize > MAX_PART_BYTES) throw new RangeError('Too large a part');
        return true;
      },
    });
    return { names, read: new Map(Object.entries(read)) };
  } catch {
    return undefined;
  }
}

function fetchesTemplate(part: Uint8Array): boolean {
  return attributesOf(part).some(({ Type = '', Target = '' }) => TEMPLATE.test(Type.trim()) && ELSEWHERE.test(Target));
}

/** @returns the attributes of every element with references resolved; empty if the part is not XML */
function attributesOf(part: Uint8Array | undefined): Record<string, string>[] {
  if (!part) return [];
  const found: Record<string, string>[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ attributes }) => {
    found.push(attributes);
  });
  try {
    parser.write(decoded(part)).close();
    return found;
  } catch {
    return [];
  }
}

function decoded(part: Uint8Array): string {
  const encoding =
    part[0] === 0xff && part[1] === 0xfe ? 'utf-16le' : part[0] === 0xfe && part[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(part);
}
