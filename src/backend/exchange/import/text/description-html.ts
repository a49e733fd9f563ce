import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '#shared/text/markup.js';
import { NON_TEXT_TAGS, wellFormedHtml } from '#shared/text/well-formed-html.js';
import type { Advert } from '../reading/advert.js';
import { textOfHtml } from '../../../domain/content/page-head.js';
import type { KnownLanguage } from '../../../reference/text/language.js';
import { repairMojibake, decodeEntities, withoutMarks } from '../../../reference/text/clean-text.js';
import { separateRunTogether } from './run-together.js';

const WORD_STYLES = /\bNormal\s+0\s+(?:(?:false|true|EN-US|X-NONE|MicrosoftInternetExplorer4)\s+)+/g;
const WORD_STYLE_SHEET = /(?:st1\\:\*\s*\{[^}]*\}\s*)?\/\*\s*Style Definitions\s*\*\/[^{}]{0,200}\{[^}]*\}/g;
const BULLET = /[•●▪■◦‣⁃∙➢➤✓✔]/;
const SURE_BULLET = /\s*[•●▪■◦‣⁃∙➢➤✓✔]\s*/g;
const LINE_BULLET = /^(?:[-–—*·]+|\d{1,2}[.)])\s*(?=\S)/;
const INLINE_DOT = /(?:^|\s*)·\s*(?=\p{L})/gu;

// Matches `tasks- Perform tests.- The position requires…`.
const INLINE_DASH = /(?<=[\p{Ll}.;:)])\s*[-–]\s+(?=\p{Lu})/gu;

// Matches `positions:*Hospitality – bars.*Retail – shops`.
const INLINE_STAR = /(?<=[\p{Ll}.:;)])\s*\*+\s*(?=\p{Lu}\p{Ll})/gu;

const HEADING = /^[^.!?;]{2,60}:$/;
const MAX_POINT_LENGTH = 220;
const MIN_POINTS = 3;

const MARKUP =
  /<\/?(?:p|br|div|span|ul|ol|li|h[1-6]|strong|em|b|i|u|a|table|tr|td|font|script|style|img|iframe|section|article)\b[^>]*>/i;
const ESCAPED_MARKUP = /&lt;\/?(?:p|br|div|span|ul|ol|li|h[1-6]|strong|em|b|i|a|script)\b/i;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: NON_TEXT_TAGS,
  nestingLimit: 20,
  transformTags: {
    h1: 'h3',
    h2: 'h3',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    div: 'p',
    section: 'p',
    article: 'p',
    tr: 'p',
    a: (_tagName, { href = '' }): sanitizeHtml.Tag => ({
      tagName: 'a',
      attribs: /^(?:https?:\/\/|mailto:)/i.test(href.trim()) ? { href: href.trim(), rel: 'nofollow noopener' } : {},
    }),
  },
  // A link with an unsafe address is replaced by its text.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs.href === undefined ? 'excludeTag' : false),
};

/** Converts a text field to HTML: HTML is sanitised, plain text is divided into paragraphs and lists. */
export function descriptionHtml(raw: string): string {
  const repaired = withoutMarks(repairMojibake(raw));
  const source = !MARKUP.test(repaired) && ESCAPED_MARKUP.test(repaired) ? decodeEntities(repaired) : repaired;
  return MARKUP.test(source) ? sanitised(source) : ofPlainText(withoutMarks(repairMojibake(decodeEntities(source))));
}

function ofPlainText(text: string): string {
  return toBlocks(separateRunTogether(text)).map(htmlOf).join('');
}

function htmlOf(block: Block): string {
  if (block.kind === 'list') return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  const text = escapeHtml(block.text);
  return block.kind === 'heading' ? `<p><strong>${text}</strong></p>` : `<p>${text}</p>`;
}

function sanitised(html: string): string {
  const clean = repairMojibake(sanitizeHtml(html, OPTIONS)).replace(/\u00a0|&nbsp;/g, ' ');
  // Sanitised again, because splitting into blocks may have left an inline element open.
  return wellFormedHtml(sanitizeHtml(withParagraphs(clean), OPTIONS))
    .replace(/<(p|h3|h4|li|strong|em)>(?:\s|<br \/>)*<\/\1>/g, '')
    .replace(/<(ul|ol)>\s*<\/\1>/g, '')
    .trim();
}

const BLOCK = /(<\/?(?:p|h3|h4|ul|ol|li)>)/;

/** Turns text outside of other blocks into paragraphs. `<p>` tags only separate paragraphs, so blocks are never nested. */
function withParagraphs(html: string): string {
  let result = '';
  let depth = 0;
  let lists = 0;
  let loose = '';
  for (const part of html.split(BLOCK)) {
    const [, slash, name] = /^<(\/?)(p|h3|h4|ul|ol|li)>$/.exec(part) ?? [];
    if (name === undefined) {
      if (depth === 0) loose += part;
      else result += part;
    } else if (name === 'p' || (name === 'li' && lists === 0)) {
      // Inside a list or heading, the end of a paragraph becomes a space.
      if (depth > 0) result += slash === '' || result.endsWith('>') ? '' : ' ';
      else {
        result += paragraphsOf(loose);
        loose = '';
      }
    } else {
      if (depth === 0) {
        result += paragraphsOf(loose);
        loose = '';
      }
      depth += slash === '' ? 1 : -1;
      if (name === 'ul' || name === 'ol') lists += slash === '' ? 1 : -1;
      result += part;
    }
  }
  return result + paragraphsOf(loose);
}

function paragraphsOf(loose: string): string {
  return loose
    .split(/(?:<br \/>\s*){2,}|\n\s*\n/)
    .map((part) => part.replace(/^(?:\s|<br \/>)+|(?:\s|<br \/>)+$/g, ''))
    .filter((part) => part !== '')
    .map((part) => `<p>${part}</p>`)
    .join('');
}

const HEADINGS: Record<'responsibilities' | 'requirements' | 'benefits' | 'employer', Record<KnownLanguage, string>> = {
  responsibilities: { en: 'Responsibilities', de: 'Aufgaben', fr: 'Responsabilités' },
  requirements: { en: 'Requirements', de: 'Anforderungen', fr: 'Exigences' },
  benefits: { en: 'Benefits', de: 'Leistungen', fr: 'Avantages' },
  employer: { en: 'About the employer', de: 'Über den Arbeitgeber', fr: 'À propos de l’employeur' },
};

type Section = 'description' | keyof typeof HEADINGS;

/** Sanitised texts of an advertisement in display order. */
interface AdvertTexts {
  sections: { section: Section; html: string }[];
  /** The whole text on one line. */
  plain: string;
}

/** @param withProfile whether to include the employer's description, because no organization shows it */
export function readTexts(advert: Advert, withProfile: boolean): AdvertTexts {
  const given: [Section, string | undefined][] = [
    ['description', advert.description],
    ['responsibilities', advert.responsibilities],
    ['requirements', advert.requirements],
    ['benefits', advert.benefits],
    ['employer', withProfile ? advert.organizationProfile : undefined],
  ];
  const sections = given
    .filter((entry): entry is [Section, string] => entry[1] !== undefined && entry[1].trim() !== '')
    .map(([section, text]) => ({ section, html: descriptionHtml(text) }))
    .filter(({ html }) => html !== '');
  return { sections, plain: sections.map(({ html }) => textOfHtml(html)).join(' ') };
}

/** Joins the texts, with a heading for each part except the description, and except the employer's text if it comes first. */
export function assembleDescription({ sections }: AdvertTexts, language: string): string {
  const known = language === 'de' || language === 'fr' ? language : 'en';
  return sections
    .map(({ section, html }, index) =>
      section === 'description' || (index === 0 && section === 'employer')
        ? html
        : `<h3>${HEADINGS[section][known]}</h3>${html}`,
    )
    .join('');
}

/** A block of text: a paragraph, a heading of the following text, or the items of a list. */
type Block = { kind: 'paragraph' | 'heading'; text: string } | { kind: 'list'; items: string[] };

/** Splits plain text into blocks, using its lines, its bullets, and consecutive short lines, which were items of a list. */
function toBlocks(text: string): Block[] {
  const lines = withBulletLines(withoutWordStyles(text).replace(/[_=]{5,}|-{8,}/g, '\n'))
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/\(\s*\)/g, '')
        .replace(/ ([.,;:!?])(?=\s|$)/g, '$1')
        .replace(/^[:;,\s]+(?=[\p{L}.])/u, '')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length;) {
    const points = countPoints(lines, index);
    if (points > 0) {
      blocks.push({
        kind: 'list',
        items: lines.slice(index, index + points).map((line) => line.replace(LINE_BULLET, '')),
      });
      index += points;
    } else {
      const line = lines[index]!;
      blocks.push({ kind: HEADING.test(line) && index < lines.length - 1 ? 'heading' : 'paragraph', text: line });
      index += 1;
    }
  }
  return blocks;
}

/** Applies each pattern only if its character occurs, since most texts contain none. */
function withBulletLines(text: string): string {
  let result = text;
  if (BULLET.test(result)) result = result.replace(SURE_BULLET, '\n- ');
  if (occurs(result, '·', INLINE_DOT)) result = result.replace(INLINE_DOT, '\n- ');
  if (occurs(result, '- ', INLINE_DASH) && /[.;:)]-\s+\p{Lu}/u.test(result))
    result = result.replace(INLINE_DASH, '\n- ');
  if (occurs(result, '*', INLINE_STAR)) result = result.replace(INLINE_STAR, '\n- ');
  return result;
}

/** Whether a character marks list items: a single occurrence may mean anything. */
function occurs(text: string, sign: string, pattern: RegExp): boolean {
  return text.includes(sign) && (text.match(pattern) ?? []).length > 1;
}

function withoutWordStyles(text: string): string {
  return text.includes('Style Definitions') ? text.replace(WORD_STYLES, ' ').replace(WORD_STYLE_SHEET, ' ') : text;
}

function countPoints(lines: readonly string[], start: number): number {
  let marked = start;
  while (marked < lines.length && LINE_BULLET.test(lines[marked]!)) marked += 1;
  if (marked - start > 1 || (marked - start === 1 && /^[-*·–]/.test(lines[start]!))) return marked - start;
  let short = start;
  while (short < lines.length && isPoint(lines[short]!)) short += 1;
  return short - start >= MIN_POINTS ? short - start : 0;
}

/** Whether a line is not a sentence: it is short and contains no full stop. */
function isPoint(line: string): boolean {
  return (
    line.length <= MAX_POINT_LENGTH &&
    !HEADING.test(line) &&
    !LINE_BULLET.test(line) &&
    !/[.!?:]["”)]?$|[.!?] \p{Lu}/u.test(line)
  );
}
