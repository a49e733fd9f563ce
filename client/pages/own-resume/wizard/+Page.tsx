import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { WaysToBegin } from '../../../features/resumes/own/own-resume-state';
import { usePage } from '../../../lib/page-context';

export function Page() {
  const { t, href } = usePage();
  return (
    <OwnPage narrow title={t('resume-form.wizardTitle')} intro={<p>{t('resume-form.begin.intro')}</p>}>
      <WaysToBegin />
      <p>
        <a href={href(`${DASHBOARD_PATH}?reason=later`)}>{t('resume-form.begin.later')}</a>
      </p>
    </OwnPage>
  );
}
