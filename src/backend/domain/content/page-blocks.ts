import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DemoProfile } from '#contract/backend/backend.js';
import type { PageBlock } from '#contract/generated/resolvers.js';
import {
  RETENTION_KINDS,
  retentionDefault,
  retentionOf,
  type RetentionSite,
} from '#contract/retention/retention-periods.js';
import type { Database } from '../../platform/database/schema.js';
import { filePath } from '../../platform/files/stored-files.js';
import type { Motif } from './draw-motif.js';

/** A part of a seeded page; pictures are drawn when needed. */
export type SeededBlock =
  Exclude<StoredBlock, { kind: 'picture' }> | { kind: 'drawing'; motif: Motif; hue: number; alt: string };

export interface SeededText {
  title: string;
  body: string;
  blocks?: SeededBlock[];
}

/** A default page of a new site, in each language. */
export interface SeededPage {
  slug: string;
  /** Demo profile that the page is limited to; omitted for pages of every site. */
  only?: DemoProfile;
  text: Record<'en' | 'de' | 'fr', SeededText>;
}

const line = z.string().trim().min(1).max(300);
/** More than a content folder may contain, because the addresses of pictures are longer than their paths. */
const html = z.string().max(200_000);
const question = z.object({ question: line, answer: z.string().trim().min(1).max(5000) });

/** A link to a page of this site or to an https address; no other scheme, so that nothing can be executed. */
export const pageLink = z
  .string()
  .regex(/^(?:\/(?![/\\])|https:\/\/)[^\s\\]*$/, 'A path of this site, such as /jobs, or an https address is required');

/** The kinds of parts that a landing page can have. */
export const pageBlocks = {
  text: z.object({ kind: z.literal('text'), title: line.optional(), html }),
  picture: z.object({ kind: z.literal('picture'), file: z.uuid(), alt: z.string().max(300), caption: line.optional() }),
  action: z.object({
    kind: z.literal('action'),
    title: line,
    lead: z.string().max(1000).optional(),
    label: line,
    path: pageLink,
  }),
  jobs: z.object({
    kind: z.literal('jobs'),
    title: line,
    search: z.string().max(1000).default(''),
    limit: z.int().min(1).max(10).default(5),
  }),
  questions: z.object({
    kind: z.literal('questions'),
    title: line.optional(),
    questions: z.array(question).min(1),
  }),
};

const { text, picture, action, jobs, questions } = pageBlocks;
const blockSchema = z.discriminatedUnion('kind', [text, picture, action, jobs, questions]);

/** A part of a landing page, as it is stored. */
export type StoredBlock = z.input<typeof blockSchema>;

/** A part of a landing page, with its default values. */
export type ValidBlock = z.output<typeof blockSchema>;

/** Maximum number of parts that a page shows. */
export const MAX_BLOCKS = 40;

/** Returns the valid parts of a landing page; malformed ones are left out. */
export function validBlocks(stored: unknown): ValidBlock[] {
  return (Array.isArray(stored) ? stored : [])
    .slice(0, MAX_BLOCKS)
    .flatMap((each) => blockSchema.safeParse(each).data ?? []);
}

/** Returns the valid parts of a landing page. Malformed parts, and those with a file that does not exist, are left out. */
export async function readBlocks(
  database: Kysely<Database>,
  stored: unknown,
  sanitised: (html: string) => string,
): Promise<PageBlock[]> {
  const blocks = validBlocks(stored);
  const names = await fileNames(
    database,
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : [])),
  );
  return blocks.flatMap((block) => toBlock(block, names, sanitised) ?? []);
}

function toBlock(
  block: ValidBlock,
  names: ReadonlyMap<string, string>,
  sanitised: (html: string) => string,
): PageBlock | undefined {
  switch (block.kind) {
    case 'text':
      return { __typename: 'TextBlock', title: block.title ?? null, text: sanitised(block.html) };
    case 'picture': {
      const name = names.get(block.file);
      if (name === undefined) return undefined;
      const picture = { url: filePath(block.file, name), alt: block.alt };
      return { __typename: 'PictureBlock', picture, caption: block.caption ?? null };
    }
    case 'action': {
      const { title, lead = null, label, path } = block;
      return { __typename: 'CallToActionBlock', title, lead, label, url: { path } };
    }
    case 'jobs':
      return { __typename: 'JobListBlock', title: block.title, search: block.search, limit: block.limit };
    case 'questions':
      return { __typename: 'QuestionsBlock', title: block.title ?? null, questions: block.questions };
  }
}

async function fileNames(database: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const files = await database.selectFrom('file').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(files.map(({ id, name }) => [id, name]));
}

const PLACE = /\{kept:(\w+)\}/g;
const MONTHS_OF_A_YEAR = 12;
const DAYS_OF_A_YEAR = 365;

/**
 * Inserts the retention periods of a site into the text of a page, so that the text is always correct: `{kept:applications}` becomes `1
 * year`, in the nominative. Placeholders for unknown kinds are left unchanged.
 *
 * @param language language of the text
 */
export function withPeriods(text: string, site: RetentionSite, language: string): string {
  return text.replace(PLACE, (place, name: string) => {
    const kind = RETENTION_KINDS.find((known) => known === name);
    const period = kind && retentionOf(kind, site).period;
    if (kind === undefined || period == null) return place;
    const { unit } = retentionDefault(kind);
    const ofYear = { hour: Infinity, day: DAYS_OF_A_YEAR, month: MONTHS_OF_A_YEAR }[unit];
    const isYears = period % ofYear === 0;
    const format = { style: 'unit', unit: isYears ? 'year' : unit, unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(language, format).format(isYears ? period / ofYear : period);
  });
}
