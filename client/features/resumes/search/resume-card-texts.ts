import type { ResumeCardFragment } from '#contract/generated/operations.js';
import type { Translate } from '#shared/text/translator.js';
import { formatDate, formatDistance, formatPlace, formatRelativeDay } from '../../../lib/format';
import type { PageInfo } from '../../../lib/page-context';

const MAX_SKILLS = 5;

export interface ResumeCardOptions {
  /** Query of the search, required for the link back. */
  query: string;
  /** Reasons for the result, if the user requested them. */
  reasonsOf: (resume: ResumeCardFragment) => readonly string[];
  /** Whether the site marks complete resumes. */
  marksTop: boolean;
}

/** The properties on which a card's structure depends. */
export interface ResumeCardShape {
  isTop: boolean;
}

/** The texts of a card. */
export type ResumeCardTexts = ReturnType<typeof textsOf>;

/** Formats a resume with the texts of a page. */
export function resumeCard(
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
    snippet: snippet.length > 0 ? { parts: snippet } : undefined,
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
