import type { ResumeCompletenessFactsFragment } from '#contract/generated/operations.js';
import { editResumePath } from '#contract/pages/paths.js';
import type { ResumeFormStep } from '#contract/resume-form/resume-form.js';
import { fieldId } from '../../../components/ui/forms/field-id';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import styles from './own-resume.module.css';

/** Completeness of the user's resume, if the site shows it (SITE-04). */
export function PercentageBox({ percent }: Pick<ResumeCompletenessFactsFragment, 'percent'>) {
  const { t } = usePage();
  const { features } = useSite();
  if (!features.percentageBox) return null;
  const text = t('resume.own.percent', { percent: String(percent) });
  return (
    <p className={styles.percentage} data-percentage={percent}>
      <meter min={0} max={100} value={percent} aria-label={t('resume.own.percentTitle')}>
        {text}
      </meter>
      <strong>{text}</strong>
    </p>
  );
}

/** Parts that recruiters would miss in the resume, if the site shows them (SITE-04). */
export function CompletenessCard({ missing }: Pick<ResumeCompletenessFactsFragment, 'missing'>) {
  const { t } = usePage();
  const { features } = useSite();
  if (!features.completenessCard) return null;
  const state = missing.length > 0 ? 'empty' : 'full';
  return (
    <Panel id="missing" title={t(`resume.own.${state}Title`)}>
      <p>{t(`resume.own.${state}Text`)}</p>
      <MissingParts missing={missing} />
    </Panel>
  );
}

/** The missing parts, each with a link to add it. */
export function MissingParts({ missing }: Pick<ResumeCompletenessFactsFragment, 'missing'>) {
  const { t, href } = usePage();
  if (missing.length === 0) return null;
  return (
    <ul className={styles.missing}>
      {missing.map(({ field, step }) => (
        <li key={field}>
          <a href={`${href(editResumePath(step as ResumeFormStep))}#${fieldId(field)}`} rel="nofollow">
            {t(`resume.empty.${field}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
