import { RESUME_ALERT_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import type { ResumeCardFragment } from '#contract/generated/operations.js';
import type { Translate } from '#shared/text/translator.js';
import { Gate, type GateData } from '../../features/resumes/resume-gate';
import { resumeSearchView, type ResumeSearchView } from '../../features/resumes/search/resume-search';
import { usePage, type PageInfo, useSite } from '../../lib/page-context';
import { ButtonLink } from '../../components/ui/buttons/button';
import { NoResults } from '../../components/search/no-results';
import results from '../../components/search/results.module.css';
import { SearchLayout } from '../../components/search/search-layout';
import { SearchResults, reasonsFor } from '../../components/search/search-results';
import { foundSentence } from '../../components/search/search-view';
import { firstPage } from '../../components/search/search-state';
import { Island } from '../../lib/islands/island';
import { MarkedParts, nearFirstMatch } from '../../components/ui/marked-parts';
import { Tag } from '../../components/ui/tag';
import { ReusedEach } from '../../lib/reused.server';
import { formatDate, formatDistance, formatPlace, formatRelativeDay } from '../../lib/format';
import { ResumeCount } from '../../features/resumes/search/resume-count';
import styles from '../../features/resumes/search/resume-card.module.css';
import type { ResumesPageData } from './+load.server';

const MAX_SKILLS = 5;
const FACTS = ['place', 'years', 'type', 'speaks'] as const;

export function Page({ data }: { data: ResumesPageData | GateData }) {
  const { href } = usePage();
  if ('gate' in data) return <Gate reason={data.gate} destination={data.destination} />;
  const { kind, state, result, named, whole, radius } = data;
  return <ResumesLayout view={resumeSearchView(kind, state, result, { href, named })} whole={whole} radius={radius} />;
}

/**
 * The search for resumes.
 *
 * @param whole the facet of which all values are shown
 * @param radius the selected radius; undefined hides the field
 */
function ResumesLayout({ view, whole, radius }: { view: ResumeSearchView; whole?: string; radius?: number }) {
  const page = usePage();
  const { t, href, site } = page;
  const { fieldsOfStudy, topCv } = useSite().features;
  const { texts, state, result } = view;
  const alert = href(RESUME_ALERT_PATH) + queryOf(view.href({ ...firstPage(state), why: undefined }));
  return (
    <SearchLayout
      view={view}
      id="resumes"
      formId="resume-search"
      action={href(RESUMES_PATH)}
      labels={{ form: t('resumes.searchName'), button: t('resumes.search') }}
      about="resumes"
      whole={whole}
      radius={radius}
      column
      apply={
        <Island
          name="resume-count"
          when="visible"
          component={ResumeCount}
          props={{ count: result.result_count, features: { fieldsOfStudy } }}
        />
      }
    >
      <SearchResults
        view={view}
        sentence={foundSentence(texts, state, result, t)}
        perPage={site.search.resumesPerPage}
        sortable={Boolean(state.search)}
        tools={
          <ButtonLink kind="secondary" className={results.alert} href={alert}>
            {t('resumes.alertMe')}
          </ButtonLink>
        }
      >
        {result.documents.length > 0 ? (
          <ResumeCards
            resumes={result.documents}
            marksTop={topCv}
            query={queryOf(view.here)}
            reasonsOf={(each) => reasonsFor(each, view, page)}
          />
        ) : (
          <NoResults view={view} all={RESUMES_PATH} alert={alert} />
        )}
      </SearchResults>
    </SearchLayout>
  );
}

/** @returns the query of an address, including the question mark; empty if it has none */
function queryOf(address: string): string {
  return address.includes('?') ? address.slice(address.indexOf('?')) : '';
}

/** Resumes below each other. */
function ResumeCards({ resumes, ...options }: ResumeCardOptions & { resumes: readonly ResumeCardFragment[] }) {
  const page = usePage();
  return (
    <ol className={styles.list}>
      <ReusedEach name="resume" items={resumes} part={(resume) => resumeCard(resume, options, page)}>
        {(shape, texts) => <ResumeCard {...shape} texts={texts} />}
      </ReusedEach>
    </ol>
  );
}

/** A resume as a list item; the whole card is a link to it. */
function ResumeCard({ isTop, texts }: ResumeCardShape & { texts: ResumeCardTexts }) {
  const { t } = usePage();
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2>
          <a href={texts.href} lang={texts.language}>
            {texts.title}
          </a>
        </h2>
        {isTop && (
          <span data-top-cv>
            <Tag>{t('resumes.topCv')}</Tag>
          </span>
        )}
        {texts.status && <Tag>{texts.status}</Tag>}
      </div>
      {texts.work && <p lang={texts.language}>{texts.work}</p>}
      <ul className={styles.facts}>
        {FACTS.map((name) =>
          texts[name] ? (
            <li key={name} className={styles[name]}>
              {texts[name]}
            </li>
          ) : null,
        )}
      </ul>
      {texts.snippet && (
        <p className={styles.snippet} lang={texts.language}>
          <MarkedParts {...texts.snippet} />
        </p>
      )}
      {texts.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {texts.reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <ul className={styles.skills} aria-label={t('resumes.facet.skill')}>
          {texts.skills.map((skill, index) => (
            <li key={index}>{skill}</li>
          ))}
          {texts.moreSkills && <li>{texts.moreSkills}</li>}
        </ul>
        <time dateTime={texts.changedAt} title={texts.date}>
          {texts.changed}
        </time>
      </div>
    </li>
  );
}

interface ResumeCardOptions {
  /** Query of the search, required for the link back. */
  query: string;
  /** Reasons for the result, if the user requested them. */
  reasonsOf: (resume: ResumeCardFragment) => readonly string[];
  /** Whether the site marks complete resumes. */
  marksTop: boolean;
}

/** The properties on which a card's structure depends. */
interface ResumeCardShape {
  isTop: boolean;
}

/** The texts of a card. */
type ResumeCardTexts = ReturnType<typeof textsOf>;

/** Formats a resume with the texts of a page. */
function resumeCard(
  resume: ResumeCardFragment,
  { query, reasonsOf, marksTop }: ResumeCardOptions,
  page: PageInfo,
): { shape: ResumeCardShape; texts: ResumeCardTexts } {
  return {
    shape: { isTop: marksTop && resume.isTop },
    texts: textsOf(resume, { query, reasons: reasonsOf(resume) }, page),
  };
}

function textsOf(
  {
    title,
    url,
    language,
    snippet,
    careerStatus,
    latestWork,
    desiredLocation,
    distance,
    changed,
    ...rest
  }: ResumeCardFragment,
  { query, reasons }: { query: string; reasons: readonly string[] },
  { t, locale, site, now, href }: PageInfo,
) {
  const { yearsOfExperience: years, employmentType, languages, skills } = rest;
  const place = desiredLocation ? formatPlace(desiredLocation, locale, site.countries) : '';
  const more = skills.length - MAX_SKILLS;
  return {
    title,
    language,
    reasons,
    href: href(`${url.path}${query}`),
    status: careerStatus?.label,
    work: latestWork ? workText(latestWork, t) : undefined,
    place: (distance === null ? place : `${place} · ${formatDistance(distance, locale)}`) || undefined,
    years: years > 0 ? t('resumes.years', { count: years }) : undefined,
    type: employmentType.map(({ label }) => label).join(', ') || undefined,
    speaks: languages.map(({ language: each }) => each.label).join(', ') || undefined,
    snippet: snippet.length > 0 ? { parts: nearFirstMatch(snippet) } : undefined,
    skills: skills.slice(0, MAX_SKILLS).map(({ label }) => label),
    moreSkills: more > 0 ? t('resumes.moreSkills', { count: more }) : undefined,
    changedAt: changed,
    date: formatDate(changed, locale, site.timeZone),
    changed: t('resumes.changed', { when: formatRelativeDay(changed, now, locale, site.timeZone) }),
  };
}

function workText(
  { jobTitle, companyName, isCurrent }: NonNullable<ResumeCardFragment['latestWork']>,
  t: Translate,
): string {
  const values = { title: jobTitle, company: companyName ?? '' };
  if (!companyName) return t(isCurrent ? 'resumes.worksAs.plain' : 'resumes.workedAs.plain', values);
  return t(isCurrent ? 'resumes.worksAs.at' : 'resumes.workedAs.at', values);
}
