import { Fragment } from 'react';
import type { JobCardFragment } from '#contract/generated/operations.js';
import { SERVICES_CONSENT_PATH } from '#contract/pages/paths.js';
import styles from '../../../components/search/results.module.css';
import { usePage, type PageInfo, useSite } from '../../../lib/page-context';
import { classNames } from '../../../components/ui/class-names';
import { MarkedParts, nearFirstMatch } from '../../../components/ui/marked-parts';
import { MarkView, markOf } from '../../../components/ui/mark';
import { ReusedEach, type MarkedText } from '../../../lib/reused.server';
import {
  formatDate,
  formatDistance,
  formatPay,
  formatPlace,
  formatRelativeDay,
  languageName,
} from '../../../lib/format';
import { workplace } from '../workplace';
import card from './job-list.module.css';

/**
 * Jobs below each other; `columns`: side by side if there is enough room; `adEvery`: number of jobs between
 * advertisements.
 */
export function JobList({
  columns,
  adEvery,
  jobs,
  ...cards
}: JobCardOptions & { jobs: readonly JobCardFragment[]; columns?: boolean; adEvery?: number }) {
  return (
    <ol className={columns ? styles.columns : styles.list}>
      {adEvery === undefined ? (
        <JobCards jobs={jobs} {...cards} />
      ) : (
        inGroupsOf(adEvery, jobs).map((group) => (
          <Fragment key={group[0]!.id}>
            <JobCards jobs={group} {...cards} />
            {group.length === adEvery && <AdPlace />}
          </Fragment>
        ))
      )}
    </ol>
  );
}

function inGroupsOf<Item>(size: number, items: readonly Item[]): (readonly Item[])[] {
  const groups: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}

/** Jobs as list items. */
function JobCards({ jobs, ...options }: JobCardOptions & { jobs: readonly JobCardFragment[] }) {
  const page = usePage();
  return (
    <ReusedEach name="card" items={jobs} part={(job) => jobCard(job, options, page)}>
      {(shape, texts) => <JobCard {...shape} texts={texts} />}
    </ReusedEach>
  );
}

function JobCard({ level, open, ofOneEmployer, remote, reasons, texts }: JobCardShape & { texts: JobCardTexts }) {
  const { t } = usePage();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className={classNames(card.card, ofOneEmployer && card.ofOneEmployer)} aria-current={open || undefined}>
      {!ofOneEmployer && <MarkView {...texts} />}
      <div>
        <Heading>
          <a href={texts.href} data-job={texts.id} lang={texts.language}>
            <MarkedParts {...texts.heading} />
          </a>
        </Heading>
        {/* Also rendered if hidden, because the list of saved jobs reads the name from here. */}
        <p hidden={ofOneEmployer}>{texts.organization}</p>
      </div>
      <button
        type="button"
        data-save={texts.id}
        aria-label={t('jobs.save', { title: texts.title })}
        aria-pressed="false"
      />
      <ul>
        {texts.pay && <li className={card.pay}>{texts.pay}</li>}
        <li className={remote ? card.remote : card.place}>{texts.place}</li>
        {texts.type && <li className={card.type}>{texts.type}</li>}
        {texts.written && <li className={card.written}>{texts.written}</li>}
        <li className={card.time}>
          <time dateTime={texts.published} title={texts.date}>
            {texts.ago}
          </time>
        </li>
      </ul>
      {texts.snippet && (
        <p className={card.snippet} lang={texts.language}>
          <MarkedParts {...texts.snippet} />
        </p>
      )}
      {reasons > 0 && (
        <ul className={card.reasons}>
          {texts.reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/**
 * Placeholder for an advertisement among results. No request is sent to its service without consent: until then, it
 * says so and links to the consent settings. Its space is reserved from the start, to avoid a layout shift.
 */
function AdPlace() {
  const { t, href } = usePage();
  const unit = useSite().consent?.services['google-ad-manager'];
  return (
    <li className={card.ad} data-ad-place data-ad-unit={unit} data-ad-label={unit && t('jobs.adLabel')}>
      <p>
        {t('jobs.ad')} {unit && <a href={href(SERVICES_CONSENT_PATH)}>{t('services.title')}</a>}
      </p>
    </li>
  );
}

interface JobCardOptions {
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
interface JobCardShape {
  level: 2 | 3;
  open: boolean;
  ofOneEmployer: boolean;
  remote: boolean;
  /** Number of reasons for the result. */
  reasons: number;
}

/** The texts of a card. */
type JobCardTexts = ReturnType<typeof textsOf>;

/** Formats a job with the texts of a page. */
function jobCard(
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
      { snippet: brief || job.snippet.length === 0 ? undefined : { parts: nearFirstMatch(job.snippet) }, reasons },
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
