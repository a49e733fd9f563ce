import type { ResumeCardFragment } from '#contract/generated/operations.js';
import { MarkedParts } from '../../../components/ui/marked-parts';
import { Tag } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import { ReusedEach } from '../../../lib/reused.server';
import { resumeCard, type ResumeCardOptions, type ResumeCardShape, type ResumeCardTexts } from './resume-card-texts';
import styles from './resume-card.module.css';

/** Resumes below each other. */
export function ResumeCards({ resumes, ...options }: ResumeCardOptions & { resumes: readonly ResumeCardFragment[] }) {
  const page = usePage();
  return (
    <ol className={styles.list}>
      <ReusedEach name="resume" items={resumes} part={(resume) => resumeCard(resume, options, page)}>
        {(shape, texts) => <ResumeCard {...shape} texts={texts} />}
      </ReusedEach>
    </ol>
  );
}

const FACTS = ['place', 'years', 'type', 'speaks'] as const;

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
