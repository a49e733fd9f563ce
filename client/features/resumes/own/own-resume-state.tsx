import type { EditedResumeFactsFragment, ResumeCompletenessFactsFragment } from '#contract/generated/operations.js';
import {
  editResumePath,
  OWN_RESUME_PATH,
  RESUME_WIZARD_PATH,
  resumeWizardPath,
  RESUME_IMPORT_PATH,
} from '#contract/pages/paths.js';
import { FORM_FIELD } from '#contract/applications/sent-form.js';
import type { ResumeFormStep } from '#contract/resume-form/resume-form.js';
import { Column } from '../../../components/ui/containers/container';
import { Alert } from '../../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../../components/ui/buttons/button';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { usePage, useSite } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { AskFirst } from '../../../components/ui/dialogs/ask-first';
import { fieldId } from '../../../components/ui/forms/field-labels';
import { Panel } from '../../../components/ui/containers/panel';
import formStyles from '../../../components/defined-form/defined-form.module.css';
import styles from './own-resume.module.css';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

const MAX_LISTED_PARTS = 4;

export type OwnResumeForms = Readonly<Record<'visibility' | 'discard' | 'delete', PageForm>>;

/** State of the resume for its owner: its visibility, what recruiters would miss in it, and links to edit it. */
export function OwnResumeState({
  edited,
  hasTitle,
  forms,
}: {
  edited: EditedResumeFactsFragment;
  hasTitle: boolean;
  forms: OwnResumeForms;
}) {
  const { t, href } = usePage();
  const { features } = useSite();
  const { visible, completeness } = edited;
  return (
    <Column gap={4} className={styles.state} data-screen-only>
      {!features.readOnly && <UnsavedChanges edited={edited} form={forms.discard} />}
      <Alert kind={visible ? 'good' : 'warn'}>{t(visible ? 'resume.own.visible' : 'resume.own.hidden')}</Alert>
      <PercentageBox percent={completeness.percent} />
      {!features.readOnly && (
        <div className={styles.actions}>
          <ButtonLink href={href(editResumePath())} rel="nofollow">
            {t('resume.own.edit')}
          </ButtonLink>
          {visible || hasTitle ? (
            <form method="post" action={forms.visibility.action} id="visibility">
              <FormErrors errors={forms.visibility.errors} labels={{}} address={forms.visibility.action} />
              <CsrfFields value={forms.visibility.csrf} />
              <input type="hidden" name={FORM_FIELD} value="visibility" />
              <Button kind="secondary" name="visible" value={visible ? 'no' : 'yes'}>
                {t(visible ? 'resume.own.hide' : 'resume.own.show')}
              </Button>
            </form>
          ) : (
            <p>{t('resume.own.needsTitle')}</p>
          )}
        </div>
      )}
      <CompletenessCard missing={completeness.missing} />
    </Column>
  );
}

/** Deletes a resume, after a confirmation. */
export function DeleteResume({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <div data-screen-only>
      <AskFirst words={t('resume.own.delete')} question={t('resume.own.deleteSure')} isOpen={form.errors.length > 0}>
        <form method="post" action={form.action} id="delete">
          <FormErrors errors={form.errors} labels={{}} address={form.action} />
          <CsrfFields value={form.csrf} />
          <input type="hidden" name={FORM_FIELD} value="delete" />
          <Button kind="secondary">{t('resume.own.deleteYes')}</Button>
        </form>
      </AskFirst>
    </div>
  );
}

/** Completeness of the user's resume, if the site shows it (SITE-04). */
function PercentageBox({ percent }: Pick<ResumeCompletenessFactsFragment, 'percent'>) {
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
function CompletenessCard({ missing }: Pick<ResumeCompletenessFactsFragment, 'missing'>) {
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
function MissingParts({ missing }: Pick<ResumeCompletenessFactsFragment, 'missing'>) {
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

/** State of the user's resume, and the next step (APP-07). @param state undefined if it is currently unavailable */
export function ResumePanel({ state }: { state: EditedResumeFactsFragment | undefined }) {
  const { t, href } = usePage();
  const { completenessCard, readOnly } = useSite().features;
  return (
    <Panel
      id="resume"
      title={t('resume.own.title')}
      aside={state?.exists && <a href={href(OWN_RESUME_PATH)}>{t('resume-form.toResume')}</a>}
    >
      {!state && <Alert kind="warn">{t('resume.own.failed')}</Alert>}
      {state && !state.exists && (
        <>
          <p>{t('resume.own.none')}</p>
          {!readOnly && (
            <p>
              <ButtonLink kind="secondary" href={href(RESUME_WIZARD_PATH)} rel="nofollow">
                {t('resume.own.wayIn')}
              </ButtonLink>
            </p>
          )}
        </>
      )}
      {state?.exists && (
        <>
          <p>{t(state.visible ? 'resume.own.found' : 'resume.own.notFound')}</p>
          <PercentageBox percent={state.completeness.percent} />
          {completenessCard && <MissingParts missing={state.completeness.missing.slice(0, MAX_LISTED_PARTS)} />}
        </>
      )}
    </Panel>
  );
}

/** Typed values that are not part of the resume yet: they can be continued or discarded. */
export function UnsavedChanges({ edited, form }: { edited: EditedResumeFactsFragment; form: PageForm }) {
  const { t, href } = usePage();
  const { exists, hasChanges, version } = edited;
  if (!hasChanges) return null;
  return (
    <Alert kind="warn">
      <p>
        {t('resume.own.unsaved')}{' '}
        <a href={href(exists ? editResumePath() : resumeWizardPath('personal_info'))} rel="nofollow">
          {t('resume.own.goOn')}
        </a>
      </p>
      <AskFirst words={t('resume.own.discard')} question={t('resume.own.discardSure')} isOpen={form.errors.length > 0}>
        <form method="post" action={form.action} id="discard">
          <FormErrors errors={form.errors} labels={{}} address={form.action} />
          <CsrfFields value={form.csrf} />
          <input type="hidden" name={FORM_FIELD} value="discard" />
          <input type="hidden" name="version" value={version} />
          <Button kind="secondary">{t('resume.own.discard')}</Button>
        </form>
      </AskFirst>
    </Alert>
  );
}

/** Ways to begin for users without a resume. */
export function WaysToBegin() {
  const { t, href } = usePage();
  const { resumeImport } = useSite().features;
  const ways = [
    { name: 'write', path: resumeWizardPath('personal_info') },
    ...(resumeImport ? [{ name: 'import', path: RESUME_IMPORT_PATH }] : []),
  ];
  return (
    <ul className={formStyles.kinds} aria-label={t('resume-form.begin.ways')}>
      {ways.map(({ name, path }) => (
        <li key={name}>
          <a href={href(path)} rel="nofollow">
            <strong>{t(`resume-form.begin.${name}.title`)}</strong>
            <small>{t(`resume-form.begin.${name}.text`)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}
