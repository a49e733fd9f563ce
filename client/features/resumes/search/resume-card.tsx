import type { ResumeCardFragment } from '../../../../src/contract/generated/operations.js';
import type { Translate } from '../../../../src/contract/translator.js';
import { Tag } from '../../../components/ui/tag';
import { formatDate, formatDistance, formatPlace, formatRelativeDay } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './resume-card.module.css';

const SKILLS = 5;

/**
 * A resume as an item of a list; the whole card leads to it.
 * @param query of the search, which the way back needs
 */
export function ResumeCard({
  resume,
  query,
  reasons,
}: {
  resume: ResumeCardFragment;
  query: string;
  reasons: readonly string[];
}) {
  const { t, locale, site, now, href } = usePage();
  const { title, url, language, snippet, careerStatus, latestWork, desiredLocation, distance, changed } = resume;
  const { yearsOfExperience: years, employmentType, languages, skills } = resume;
  const place = desiredLocation ? formatPlace(desiredLocation, locale, site.countries) : '';
  const facts: [name: string, text: string][] = [
    ['place', distance === null ? place : `${place} · ${formatDistance(distance, locale)}`],
    ['years', years > 0 ? t('resumes.years', { count: years }) : ''],
    ['type', employmentType.map(({ label }) => label).join(', ')],
    ['speaks', languages.map(({ language: each }) => each.label).join(', ')],
  ];
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2>
          <a href={href(`${url.path}${query}`)} lang={language}>
            {title}
          </a>
        </h2>
        {careerStatus && <Tag>{careerStatus.label}</Tag>}
      </div>
      {latestWork && <p lang={language}>{workText(latestWork, t)}</p>}
      <ul className={styles.facts}>
        {facts.map(([name, text]) =>
          text ? (
            <li key={name} className={styles[name]}>
              {text}
            </li>
          ) : null,
        )}
      </ul>
      {snippet.length > 0 && (
        <p className={styles.snippet} lang={language}>
          {snippet.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))}
        </p>
      )}
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <ul className={styles.skills} aria-label={t('resumes.facet.skill')}>
          {skills.slice(0, SKILLS).map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
          {skills.length > SKILLS && <li>{t('resumes.moreSkills', { count: skills.length - SKILLS })}</li>}
        </ul>
        <time dateTime={changed.slice(0, 10)} title={formatDate(changed, locale)}>
          {t('resumes.changed', { when: formatRelativeDay(changed, now, locale) })}
        </time>
      </div>
    </li>
  );
}

function workText(
  { jobTitle, companyName, isCurrent }: NonNullable<ResumeCardFragment['latestWork']>,
  t: Translate,
): string {
  const values = { title: jobTitle, company: companyName ?? '' };
  if (!companyName) return t(isCurrent ? 'resumes.worksAs.plain' : 'resumes.workedAs.plain', values);
  return t(isCurrent ? 'resumes.worksAs.at' : 'resumes.workedAs.at', values);
}
