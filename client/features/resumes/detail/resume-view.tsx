import type { ReactNode } from 'react';
import type { ResumeDetailsFragment } from '../../../../src/contract/generated/operations.js';
import { Tag } from '../../../components/ui/tag';
import { formatRelativeDay } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { Entries } from './entries';
import { ResumeFacts } from './resume-facts';
import styles from './resume-view.module.css';

/** A resume with every public group of it that something is in. @param personal stands where a name would */
export function ResumeView({ resume, personal }: { resume: ResumeDetailsFragment; personal: ReactNode }) {
  const { t, locale, now } = usePage();
  const { resumeForm } = useSite();
  const { personalInfo, jobPreferences, education, workExperience, languages, skills, changed } = resume;
  const lang = resume.language === locale.slice(0, 2) ? undefined : resume.language;
  const { salutation } = personalInfo;
  return (
    <article className={styles.resume} aria-labelledby="resume-title">
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
            <span>{t('resumes.changed', { when: formatRelativeDay(changed, now, locale) })}</span>
          </p>
        </div>
      </header>
      <ResumeFacts preferences={jobPreferences} />
      {personal}
      {personalInfo.about && (
        <Group id="about">
          <p className={styles.about} lang={lang}>
            {personalInfo.about}
          </p>
        </Group>
      )}
      {workExperience.length > 0 && (
        <Group id="work">
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
      {education.length > 0 && (
        <Group id="education">
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
        {(skills.skills.length > 0 || skills.skillsFree.length > 0) && (
          <Group id="skills">
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
        {(languages.languages.length > 0 || languages.languagesFree.length > 0) && (
          <Group id="languages">
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
    </article>
  );
}

function Group({ id, children }: { id: string; children: ReactNode }) {
  const { t } = usePage();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{t(`resume.group.${id}`)}</h2>
      {children}
    </section>
  );
}
