import type { ReactNode } from 'react';
import type { ResumeDetailsFragment } from '#contract/generated/operations.js';
import type { Path } from '#contract/pages/paths.js';
import type { ResumeFormStep } from '#contract/resume-form/resume-form.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { Column } from '../../../components/ui/containers/column';
import { Tag } from '../../../components/ui/tag';
import { formatDay, formatPay, formatPlace, formatRelativeDay } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { Entries } from './entries';
import styles from './resume-view.module.css';
import { periodText } from './period-text';

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
