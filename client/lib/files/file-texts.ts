import type { Translate } from '#shared/text/translator.js';
import { formatBytes } from '../format';

const SCRIPT_TEXTS = ['type', 'size', 'empty', 'many', 'all', 'lost', 'uploaded'] as const;

/** Texts about files for the script of a form. `refused` names the files that prevent sending the form (`{names}`). */
export type FileTexts = Record<(typeof SCRIPT_TEXTS)[number] | 'refused', string>;

/** Limits for the files of a form. */
export interface FileLimits {
  most: number;
  mostBytes: number;
  maxTotalBytes: number;
}

/** The limits as values for texts. */
export function limitTexts(
  { most, mostBytes, maxTotalBytes }: FileLimits,
  locale: string,
): Record<'most' | 'each' | 'all', string> {
  return { most: String(most), each: formatBytes(mostBytes, locale), all: formatBytes(maxTotalBytes, locale) };
}

/** Texts about files that a page writes into a form for its script. */
export function fileTexts(t: Translate, limits: ReturnType<typeof limitTexts>): Omit<FileTexts, 'refused'> {
  return Object.fromEntries(SCRIPT_TEXTS.map((name) => [name, t(`files.script.${name}`, limits)])) as Omit<
    FileTexts,
    'refused'
  >;
}
