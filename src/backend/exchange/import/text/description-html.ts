import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '#shared/text/escape-html.js';
import type { Advert } from '../reading/advert.js';
import { toBlocks, type Block } from './blocks.js';
import { textOfHtml } from '../../../domain/content/opening-text.js';
import type { KnownLanguage } from '../../../reference/text/language.js';
import { repairMojibake } from '../../../reference/text/mojibake.js';
import { decodeEntities, withoutMarks } from '../../../reference/text/plain-line.js';
import { separateRunTogether } from './run-together.js';
import { NON_TEXT_TAGS, wellFormedHtml } from '#shared/text/well-formed-html.js';

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
