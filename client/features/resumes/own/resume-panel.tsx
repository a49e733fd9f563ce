import type { EditedResumeFactsFragment } from '#contract/generated/operations.js';
import { OWN_RESUME_PATH, RESUME_WIZARD_PATH } from '#contract/pages/paths.js';
import { Alert } from '../../../components/ui/feedback/alert';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { MissingParts, PercentageBox } from './completeness';

const AT_MOST = 4;

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
          {completenessCard && <MissingParts missing={state.completeness.missing.slice(0, AT_MOST)} />}
        </>
      )}
    </Panel>
  );
}
