import { isMap, isScalar, LineCounter, parseDocument, visit, Document, type Pair } from 'yaml';
import { z } from 'zod';
import { MAX_BLOCKS, pageBlocks, pageLink } from '../../domain/content/page-blocks.js';
import { inspectHtml } from '../../domain/content/rich-text.js';
import type { ConsentKey } from '../../domain/consents/stored-consents.js';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG_LENGTH = 200;
const MAX_HTML_LENGTH = 100_000;
const MAX_TAGS = 20;

/** Folder of the pictures, as in the values of `picture` and in `<img src="pictures/…">`. */
export const PICTURES = 'pictures';

const IMAGE = /^(?:pictures|\/files)\//;

const line = z.string().trim().min(1).max(300);
const locale = z
  .string()
  .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'A language such as de, or a locale such as en-CA is required');

/** HTML of a page. Tags and images that pages do not show are errors, because they would be removed without a word. */
const html = z
  .string()
  .max(MAX_HTML_LENGTH)
  .superRefine((text, context) => {
    const { removedTags, images } = inspectHtml(text);
    for (const tag of removedTags) context.addIssue({ code: 'custom', message: `The tag <${tag}> cannot be used` });
    for (const src of images.filter((each) => !IMAGE.test(each)))
      context.addIssue({ code: 'custom', message: `The image ${src} must be a file in the folder ${PICTURES}` });
  });

const picture = z
  .string()
  .regex(/^pictures\/[\w.-]+$/, 'The path of a file in the folder pictures is required, such as pictures/team.jpg');

/** Texts by language or locale. */
const translated = z
  .record(locale, line)
  .refine((texts) => 'en' in texts, 'A text for en is required: it is shown in all languages without their own');

const menuItem = z.strictObject({
  title: translated,
  path: pageLink,
  class: line.optional(),
  target: z.literal('_blank').optional(),
});

const menuItems = z.array(menuItem.extend({ children: z.array(menuItem).optional() })).max(50);

/** The menus that pages show. */
const menus = z.strictObject({
  main: menuItems.optional(),
  footer: menuItems.optional(),
  'mini-policy': menuItems.optional(),
});

const question = pageBlocks.questions.shape.questions.element.strict();

const page = z.strictObject({
  title: line,
  /** Further tags of the head, which replace the generated ones, such as `description` and `robots`. */
  head: z.record(z.string().regex(/^[a-z][\w:.-]*$/i), z.string().max(1000)).default({}),
  body: html,
  blocks: z
    .array(
      z.discriminatedUnion('kind', [
        pageBlocks.text.extend({ html }).strict(),
        pageBlocks.picture.omit({ file: true }).extend({ picture }).strict(),
        pageBlocks.action.strict(),
        pageBlocks.jobs.strict(),
        pageBlocks.questions.extend({ questions: z.array(question).min(1) }).strict(),
      ]),
    )
    .max(MAX_BLOCKS)
    .default([]),
});

const time = z.iso.datetime({ offset: true, error: 'A time such as 2026-12-01T09:00:00Z is required' });

const article = z.strictObject({
  title: line,
  teaser: z.string().trim().min(1).max(1000),
  /** The same for an article and its translations; default: the name of the file. */
  key: z.string().regex(SLUG).max(MAX_SLUG_LENGTH).optional(),
  author: line.optional(),
  tags: z.array(z.string().trim().min(1).max(100)).max(MAX_TAGS).default([]),
  picture: picture.optional(),
  pictureAlt: z.string().max(300).default(''),
  published: time,
  /** Default: when it was published. */
  updated: time.optional(),
  body: html,
});

const consent = z
  .record(locale, html.min(1))
  .refine((texts) => 'en' in texts, 'A text for en is required: it is shown in all languages without their own');

const schemas = { menus, page, article, consent };

export type MenusFile = z.output<typeof menus>;
export type PageFile = z.output<typeof page>;
export type ArticleFile = z.output<typeof article>;
export type ConsentFile = z.output<typeof consent>;

const CONSENTS: readonly ConsentKey[] = (['REGISTRATION', 'PROFILE'] as const).flatMap((placement) =>
  (['PRIVACY_POLICY', 'TERMS', 'COOKIES'] as const).map((type) => ({ placement, type })),
);

/** What a file of a content folder is, by its path. */
export type FileRole =
  | { kind: 'menus' }
  | { kind: 'page'; slug: string; language: string }
  | { kind: 'article'; slug: string; language: string }
  | { kind: 'consent'; consent: ConsentKey }
  | { kind: 'picture' };

/**
 * @param path relative to the content folder, with slashes
 * @returns undefined for files that do not belong to the content, such as a README; an error for YAML files with another name
 */
export function roleOf(path: string): FileRole | { error: string } | undefined {
  if (path.startsWith(`${PICTURES}/`)) return { kind: 'picture' };
  if (!/\.ya?ml$/.test(path)) return undefined;
  if (path === 'menus.yaml') return { kind: 'menus' };
  const consent = CONSENTS.find((each) => pathOfConsent(each) === path);
  if (consent) return { kind: 'consent', consent };
  const [, folder, name = '', language] = /^(pages|articles)\/([a-z0-9/-]+)\.([a-z]{2})\.yaml$/.exec(path) ?? [];
  const isSlug = name.length < MAX_SLUG_LENGTH && name.split('/').every((segment) => SLUG.test(segment));
  if (folder === 'pages' && isSlug && language) return { kind: 'page', slug: `/${name}`, language };
  if (folder === 'articles' && isSlug && !name.includes('/') && language)
    return { kind: 'article', slug: name, language };
  return {
    error:
      'The file must be named like menus.yaml, pages/about.en.yaml, articles/open-day.en.yaml or consents/registration-terms.yaml',
  };
}

/** @returns the path of a page's file */
export function pathOfPage({ slug, language }: { slug: string; language: string }): string {
  return `pages${slug}.${language}.yaml`;
}

/** @returns the path of an article's file */
export function pathOfArticle({ slug, language }: { slug: string; language: string }): string {
  return `articles/${slug}.${language}.yaml`;
}

/** @returns the path of the file with the texts of a consent, such as `consents/registration-privacy-policy.yaml` */
export function pathOfConsent({ placement, type }: ConsentKey): string {
  return `consents/${`${placement}-${type}`.toLowerCase().replaceAll('_', '-')}.yaml`;
}

/** An error in a file of a content folder, as a sentence without its full stop. */
export interface ContentError {
  file: string;
  message: string;
}

/** @returns the valid content of a file, or all its errors with their lines */
export function parseContent<Kind extends keyof typeof schemas>(
  kind: Kind,
  file: { path: string; text: string },
): { value: z.output<(typeof schemas)[Kind]> } | { errors: ContentError[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(file.text, { lineCounter, prettyErrors: false });
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const syntax = [...document.errors, ...document.warnings];
  if (syntax.length > 0)
    return { errors: syntax.map(({ pos, message }) => atLine(file.path, lineAt(pos[0]), message)) };
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 0 });
  } catch {
    return { errors: [{ file: file.path, message: 'Anchors and aliases of YAML cannot be used' }] };
  }
  const result = schemas[kind].safeParse(content);
  if (result.success) return { value: result.data as z.output<(typeof schemas)[Kind]> };
  const errors = result.error.issues.map((issue) => {
    const { path } = issue;
    const message = path.length === 0 || document.hasIn(path) ? messageOf(issue) : 'A value is required';
    return atLine(
      file.path,
      lineAt(offsetOf(document, path)),
      path.length > 0 ? `${path.join('.')}: ${message}` : message,
    );
  });
  return { errors };
}

/** Says in a sentence what the schema requires. */
function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const required = { object: 'A map of keys and values', record: 'A map of keys and values', array: 'A list' };
      const name =
        issue.expected in required ? required[issue.expected as keyof typeof required] : `A ${issue.expected}`;
      return `${name} is required`;
    }
    case 'too_small':
      return `At least ${counted(issue.minimum, issue.origin)} required`;
    case 'too_big':
      return `At most ${counted(issue.maximum, issue.origin)} possible`;
    case 'unrecognized_keys':
      return `Unknown keys: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

function counted(count: number | bigint, origin: string): string {
  const noun = { string: 'character', array: 'entry' }[origin];
  if (noun === undefined) return `${count} is`;
  if (count === 1) return `1 ${noun} is`;
  return `${count} ${noun === 'entry' ? 'entries' : 'characters'} are`;
}

function atLine(path: string, lineNumber: number, message: string): ContentError {
  return { file: path, message: `line ${lineNumber}: ${message.replace(/\.$/, '')}` };
}

/** Position of a value, or of the nearest value around it. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const keys = path.slice(0, length);
    const parent: unknown = length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
    const pair = isMap(parent) && parent.items.find(({ key }: Pair) => isScalar(key) && key.value === keys.at(-1));
    if (pair && isScalar(pair.key)) return pair.key.range?.[0] ?? 0;
    const node = document.getIn(keys, true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}

/** A line that is longer is written as a block, so that a diff of two versions shows the text and no quotation marks. */
const MAX_INLINE_LENGTH = 100;

/** @returns the text of a file, with long texts in blocks */
export function formatContent(content: object): string {
  const document = new Document(content);
  visit(document, {
    Scalar(key, node) {
      const { value } = node;
      const isLong = typeof value === 'string' && (value.length > MAX_INLINE_LENGTH || value.includes('\n'));
      // A key of a map cannot be a block.
      if (key !== 'key' && isLong) node.type = 'BLOCK_LITERAL';
    },
  });
  return document.toString({ lineWidth: 0 });
}
