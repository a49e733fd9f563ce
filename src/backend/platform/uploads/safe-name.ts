import { ATTACHMENT_TYPES, type AttachmentType } from '#contract/applications/uploads.js';

const MAX_NAME_LENGTH = 100;

/** Returns the name of a file without folders and misleading characters, with the extension of its actual type. */
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
  return `${Array.from(stem).slice(0, MAX_NAME_LENGTH).join('').replace(/^\.+/, '').trim() || 'file'}.${shown}`;
}

/** Returns the name of a rejected file for display, whatever characters it contains. */
export function shownName(name: string): string {
  return Array.from(name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''))
    .slice(0, MAX_NAME_LENGTH)
    .join('');
}
