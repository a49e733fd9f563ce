import { escapeHtml } from './markup.js';

const LIST_LINE = /^\s*(?:[-*•–]|\d+[.)])\s+/;

/** Whether the text contains tags and is therefore not plain text. */
export function isMarkup(text: string): boolean {
  return /<\/?[a-z][^>]*>/i.test(text);
}

/** @returns plain text as HTML: blank lines separate paragraphs, lines that begin with a hyphen or a number become a list */
export function htmlOfPlainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n+/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      if (lines.every((line) => LIST_LINE.test(line)))
        return `<ul>${lines.map((line) => `<li>${escapeHtml(line.replace(LIST_LINE, '').trim())}</li>`).join('')}</ul>`;
      return `<p>${lines.map((line) => escapeHtml(line.trim())).join('<br />')}</p>`;
    })
    .join('');
}
