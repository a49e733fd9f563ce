import type { JobCardFragment } from '#contract/generated/operations.js';
import { markOf } from '../../../components/ui/mark';
import {
  formatDate,
  formatDistance,
  formatPay,
  formatPlace,
  formatRelativeDay,
  languageName,
} from '../../../lib/format';
import type { PageInfo } from '../../../lib/page-context';
import type { MarkedText } from '../../../lib/reused.server';
import { workplace } from '../workplace';

export interface JobCardOptions {
  level?: 2 | 3;
  /** Id of the job that is open beside the list. */
  openId?: string;
  /** Whether to omit the text that matched. */
  brief?: boolean;
  /** Whether the page belongs to the employer of all jobs, so that cards need not name it. */
  ofOneEmployer?: boolean;
  /** Reasons why a job was found, if the user requested them. */
  reasons?: (job: JobCardFragment) => readonly string[];
}

/** The properties on which a card's structure depends. */
export interface JobCardShape {
  level: 2 | 3;
  open: boolean;
  ofOneEmployer: boolean;
  remote: boolean;
  /** Number of reasons for the result. */
  reasons: number;
}

/** The texts of a card. */
export type JobCardTexts = ReturnType<typeof textsOf>;

/** Formats a job with the texts of a page. */
export function jobCard(
  job: JobCardFragment,
  { level = 2, openId, brief, ofOneEmployer = false, reasons: reasonsOf }: JobCardOptions,
  page: PageInfo,
): { shape: JobCardShape; texts: JobCardTexts } {
  const { locale, site, t } = page;
  const place = workplace(job, t, locale, job.address && formatPlace(job.address, locale, site.countries));
  const reasons = reasonsOf?.(job) ?? [];
  const away = job.distance === null || place.remote ? '' : ` · ${formatDistance(job.distance, locale)}`;
  return {
    shape: {
      level,
      open: job.id === openId,
      ofOneEmployer,
      remote: place.remote,
      reasons: reasons.length,
    },
    texts: textsOf(
      job,
      place.text + away,
      { snippet: brief || job.snippet.length === 0 ? undefined : { parts: job.snippet }, reasons },
      page,
    ),
  };
}

function textsOf(
  { id, url, title, markedTitle, organization, logo, language, published, salary, employmentType }: JobCardFragment,
  place: string,
  matching: { snippet: MarkedText | undefined; reasons: readonly string[] },
  { locale, href, now, site, t }: PageInfo,
) {
  const { src, srcSet, initials, tint } = markOf({ name: organization.name, logo });
  const isForeign = language !== locale.slice(0, 2);
  return {
    src,
    srcSet,
    initials,
    tint,
    id,
    title,
    heading: { parts: markedTitle.length > 0 ? markedTitle : [{ text: title, marked: false }] },
    href: href(url.path),
    // Language of a text that is not in the page's language.
    language: isForeign ? language : undefined,
    written: isForeign ? t('jobs.writtenIn', { language: languageName(language, locale) }) : undefined,
    organization: organization.name,
    place,
    pay: (salary && formatPay(salary, locale, site.currencyPosition, t)) || undefined,
    type: employmentType.map(({ label }) => label).join(', ') || undefined,
    published,
    date: formatDate(published, locale, site.timeZone),
    ago: formatRelativeDay(published, now, locale, site.timeZone),
    ...matching,
  };
}
