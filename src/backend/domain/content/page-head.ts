import type { Metatag } from '#contract/generated/resolvers.js';
import { jobPath, organizationPath } from '#contract/pages/paths.js';

const MAX_DESCRIPTION_LENGTH = 160;
/** Maximum number of characters of a text that is read for a page's description: more than any description needs, but not whole texts. */
export const MAX_OPENING_LENGTH = 2000;

/** Head tags of a landing page. Tags that its author has written replace the generated ones. */
export function landingPageHead(page: { title: string; body: string; path: string; written: Metatag[] }): Metatag[] {
  const { title, path, written } = page;
  const own = new Set(written.map(({ meta }) => meta));
  const made = headOf({ title, description: descriptionOf(page.body), path, type: 'website' });
  return [...made.filter(({ meta }) => !own.has(meta)), ...written];
}

/** @param job `opening`: the beginning of its description, as HTML that may be cut within a tag */
export function jobHead(job: {
  id: string;
  title: string;
  organizationName: string;
  opening: string;
  logo?: string;
  isHidden: boolean;
}): Metatag[] {
  const tags = headOf({
    title: `${job.title} – ${job.organizationName}`,
    description: descriptionOf(job.opening),
    path: jobPath(job.id, job.title),
    type: 'article',
    image: job.logo,
  });
  return job.isHidden ? [...tags, { meta: 'robots', value: 'noindex' }] : tags;
}

/** @param organization `opening`: the beginning of its presentation, in the same form as a job's */
export function organizationHead(organization: {
  id: string;
  name: string;
  mission: string | null;
  opening: string | null;
  logo?: string;
}): Metatag[] {
  const { id, name, mission, opening, logo } = organization;
  const text = mission ?? textOfHtml(opening ?? '');
  const description = openingOf(text || name, MAX_DESCRIPTION_LENGTH);
  return headOf({ title: name, description, path: organizationPath(id, name), type: 'profile', image: logo });
}

function descriptionOf(html: string): string {
  return openingOf(textOfHtml(html), MAX_DESCRIPTION_LENGTH);
}

function headOf(page: { title: string; description: string; path: string; type: string; image?: string }): Metatag[] {
  return [
    { meta: 'title', value: page.title },
    { meta: 'description', value: page.description },
    { meta: 'canonical', value: page.path },
    { meta: 'og:title', value: page.title },
    { meta: 'og:description', value: page.description },
    { meta: 'og:type', value: page.type },
    ...(page.image === undefined ? [] : [{ meta: 'og:image', value: page.image }]),
  ];
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }),
);

/** Text of sanitized HTML on one line, without tags and without headings. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<(h[1-6])\b[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(#39|[a-z]+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,])/g, '')
    .trim();
}

/** Beginning of a text, cut between words, with an ellipsis if it was cut. At most `length` characters. */
export function openingOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`;
}
