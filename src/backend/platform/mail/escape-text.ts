import { escapeHtml } from '#shared/text/escape-html.js';

/** For text between tags and within quoted attributes. Control characters, which nobody can see, are left out. */
export function escapeText(text: string): string {
  return escapeHtml(text.replace(/[^\P{Cc}\n]/gu, ''));
}
