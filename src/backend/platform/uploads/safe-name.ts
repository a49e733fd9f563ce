import { ATTACHMENT_TYPES, type AttachmentType } from '#contract/applications/uploads.js';

const MAX_NAME_LENGTH = 100;

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
  return `${Array.from(stem).slice(0, MAX_NAME_LENGTH).join('').replace(/^\.+/, '').trim() || 'file'}.${shown}`;
}

/** As it is said of a file that is not taken, whatever its name holds. */
export function shownName(name: string): string {
  return Array.from(name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''))
    .slice(0, MAX_NAME_LENGTH)
    .join('');
}
