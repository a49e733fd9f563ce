import { type ReactNode, Fragment } from 'react';
import type { ResumeDetailsFragment } from '#contract/generated/operations.js';
import type { Path } from '#contract/pages/paths.js';
import type { ResumeFormStep } from '#contract/resume-form/resume-form.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import type { Translate } from '#shared/text/translator.js';
import { Column } from '../../../components/ui/containers/container';
import { Tag } from '../../../components/ui/tag';
import { formatDay, formatPay, formatPlace, formatRelativeDay } from '../../../lib/format';
import { usePage, useSite } from '../../../lib/page-context';
import styles from './resume-view.module.css';

interface ResumeViewProps {
  resume: ResumeDetailsFragment;
  personal: ReactNode;
  editPath?: ((step: ResumeFormStep) => Path) | undefined;
}

/**
 * A resume with all public groups that have content.
 *
 * @param personal replaces the name
 * @param editPath path on which the owner edits a group; then empty groups are shown as well
 */
export function ResumeView({ resume, personal, editPath }: ResumeViewProps) {
  const { t, locale, now, site } = usePage();
  const { resumeForm } = useSite();
  const { personalInfo, jobPreferences, education, workExperience, languages, skills, changed } = resume;
  const lang = resume.language === locale.slice(0, 2) ? undefined : resume.language;
  const { salutation } = personalInfo;
  const editOf = (step: ResumeFormStep) => editPath?.(step);
  const isShown = (...content: (readonly unknown[] | string | null)[]) =>
    editPath !== undefined || content.some((each) => each !== null && each.length > 0);
  return (
    <Column as="article" gap={5} aria-labelledby="resume-title">
      <header className={styles.head}>
        {personalInfo.picture && (
          <img className={styles.picture} src={personalInfo.picture.url} alt="" width={96} height={96} />
        )}
        <div>
          <h1 id="resume-title" lang={lang}>
            {jobPreferences.title ?? t('resume.untitled')}
          </h1>
          <p className={styles.state}>
            {jobPreferences.careerStatus && <Tag>{jobPreferences.careerStatus.label}</Tag>}
            {resumeForm.salutation && salutation && <span>{t(`resume.salutation.${salutation}`)}</span>}
            <span>{t('resumes.changed', { when: formatRelativeDay(changed, now, locale, site.timeZone) })}</span>
          </p>
        </div>
      </header>
      <ResumeFacts preferences={jobPreferences} />
      <EditLink path={editOf('job_preferences')} group={t('resume.group.preferences')} />
      {personal}
      <EditLink path={editOf('personal_info')} group={t('resume.own.editPersonal')} />
      {isShown(personalInfo.about) && (
        <Group id="about" editPath={editOf('personal_info')}>
          <p className={styles.about} lang={lang}>
            {personalInfo.about}
          </p>
        </Group>
      )}
      {isShown(workExperience) && (
        <Group id="work" editPath={editOf('work_experience')}>
          <Entries
            lang={lang}
            entries={workExperience.map(({ id, jobTitle, companyName, employmentType, occupation, ...rest }) => ({
              ...rest,
              id,
              title: jobTitle,
              place: companyName,
              terms: [occupation, employmentType],
            }))}
          />
        </Group>
      )}
      {isShown(education) && (
        <Group id="education" editPath={editOf('education')}>
          <Entries
            lang={lang}
            entries={education.map(({ id, institution, studyProgram, degreeLevel, fieldOfStudy, ...rest }) => ({
              ...rest,
              id,
              title: studyProgram ?? fieldOfStudy?.label ?? institution,
              place: studyProgram || fieldOfStudy ? institution : null,
              terms: [degreeLevel, studyProgram ? fieldOfStudy : null],
            }))}
          />
        </Group>
      )}
      <div className={styles.pair}>
        {isShown(skills.skills, skills.skillsFree) && (
          <Group id="skills" editPath={editOf('skills')}>
            <ul className={styles.tags}>
              {[...skills.skills.map(({ label }) => label), ...skills.skillsFree].map((label) => (
                <li key={label}>
                  <Tag>{label}</Tag>
                </li>
              ))}
            </ul>
            {skills.skillsNotes && <p lang={lang}>{skills.skillsNotes}</p>}
          </Group>
        )}
        {isShown(languages.languages, languages.languagesFree) && (
          <Group id="languages" editPath={editOf('languages')}>
            <dl className={styles.languages}>
              {languages.languages.map(({ language, level }) => (
                <div key={language.label}>
                  <dt>{language.label}</dt>
                  <dd>{level?.label ?? t('resume.levelUnsaid')}</dd>
                </div>
              ))}
              {languages.languagesFree.map((language) => (
                <div key={language}>
                  <dt>{language}</dt>
                  <dd>{t('resume.levelUnsaid')}</dd>
                </div>
              ))}
            </dl>
            {languages.languageNotes && <p lang={lang}>{languages.languageNotes}</p>}
          </Group>
        )}
      </div>
    </Column>
  );
}

function Group({ id, editPath, children }: { id: string; editPath: Path | undefined; children: ReactNode }) {
  const { t } = usePage();
  const name = t(`resume.group.${id}`);
  return (
    <Column as="section" gap={3} className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
      <EditLink path={editPath} group={name} />
    </Column>
  );
}

function EditLink({ path, group }: { path: Path | undefined; group: string }) {
  const { t, href } = usePage();
  if (!path) return null;
  return (
    <p data-screen-only>
      <a href={href(path)} rel="nofollow" className={styles.edit}>
        {t('resume.own.editGroup', { group })}
      </a>
    </p>
  );
}

/** The preferences that the owner has specified. */
function ResumeFacts({ preferences }: { preferences: ResumeDetailsFragment['jobPreferences'] }) {
  const { t, locale, site, now } = usePage();
  const { desiredOccupation, employmentType, desiredLocation, desiredSalary, availableStart } = preferences;
  const { availabilityPeriods } = preferences;
  const isAvailable = availableStart !== null && availableStart <= dayIn(site.timeZone, now);
  const facts: [name: string, text: string | null][] = [
    ['occupation', desiredOccupation.map(({ label }) => label).join(', ')],
    ['place', desiredLocation && formatPlace(desiredLocation, locale, site.countries)],
    ['type', employmentType.map(({ label }) => label).join(', ')],
    ['salary', desiredSalary && formatPay(desiredSalary, locale, site.currencyPosition, t)],
    ['start', availableStart && (isAvailable ? t('resume.atOnce') : formatDay(availableStart, locale))],
    ['periods', availabilityPeriods.map((period) => periodText(period, locale, t)).join('; ')],
  ];
  if (!facts.some(([, text]) => text)) return null;
  return (
    <dl className={styles.facts} aria-label={t('resume.group.preferences')}>
      {facts.map(([name, text]) =>
        text ? (
          <div key={name} className={styles[name]}>
            <dt>{t(`resume.fact.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

interface Entry {
  id: string;
  title: string;
  /** The place of the entry. */
  place: string | null;
  terms: readonly ({ label: string } | null)[];
  location: { countryCode: string; administrativeArea: string | null; locality: string | null } | null;
  timePeriod: { from: string; until: string | null } | null;
  summary: string | null;
}

/** Biographical entries, the latest first. */
function Entries({ entries, lang }: { entries: readonly Entry[]; lang: string | undefined }) {
  const { t, locale, site } = usePage();
  return (
    <Column as="ol" gap={5} className={styles.entries}>
      {entries.map(({ id, title, place, terms, location, timePeriod, summary }) => {
        const where = location ? formatPlace(location, locale, site.countries) : null;
        const kinds = terms.flatMap((term) => term?.label ?? []);
        const lines = (summary ?? '').split('\n').filter((line) => line.trim() !== '');
        return (
          <li key={id}>
            <p className={styles.time}>{timePeriod ? periodText(timePeriod, locale, t) : t('resume.timeUnsaid')}</p>
            <div>
              <h3 lang={lang}>{title}</h3>
              {(place ?? where) && (
                <p>
                  {[place, where].filter(Boolean).map((part, index) => (
                    <Fragment key={part}>
                      {index > 0 && ', '}
                      {part}
                    </Fragment>
                  ))}
                </p>
              )}
              {kinds.length > 0 && <p className={styles.kinds}>{kinds.join(' · ')}</p>}
              {lines.length === 1 && <p lang={lang}>{lines[0]}</p>}
              {lines.length > 1 && (
                <ul lang={lang} className={styles.lines}>
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </Column>
  );
}

interface Period {
  from: string;
  until: string | null;
}

/** `March 2021 – today`, with the locale's names of months; exact dates include the day. */
export function periodText({ from, until }: Period, locale: string, t: Translate): string {
  return t('resume.period', {
    from: dateText(from, locale),
    until: until ? dateText(until, locale) : t('resume.today'),
  });
}

/** Formats a month or a date in the locale. @param text `2026-09-01` or `2026-09`; other texts stay unchanged */
export function dateText(text: string, locale: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (!year || !month) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  const shown = day
    ? ({ year: 'numeric', month: 'long', day: 'numeric' } as const)
    : ({ year: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale, { ...shown, timeZone: 'UTC' }).format(date);
}
