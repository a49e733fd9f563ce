import { ATTACHMENT_TYPES } from '../../contract/uploads.js';

export type AttachmentType = (typeof ATTACHMENT_TYPES)[keyof typeof ATTACHMENT_TYPES];

/** What a file is by its first bytes, whatever it says it is. @returns undefined for what may not be attached */
export function sniffType(bytes: Uint8Array): AttachmentType | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1');
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  return undefined;
}

const LONGEST_NAME = 100;

/** The name of a file without its folders, and what could be mistaken for something else, with the ending of what it is. */
export function safeName(name: string, type: AttachmentType): string {
  const last = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/["<>|:*?;,]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [, stem = last, ending = ''] = /^(.+)\.([A-Za-z0-9]{1,5})$/.exec(last) ?? [];
  const endings = Object.entries(ATTACHMENT_TYPES).flatMap(([each, of]) => (of === type ? [each] : []));
  const shown = endings.includes(ending.toLowerCase()) ? ending.toLowerCase() : endings[0]!;
  return `${Array.from(stem).slice(0, LONGEST_NAME).join('').replace(/^\.+/, '').trim() || 'file'}.${shown}`;
}
