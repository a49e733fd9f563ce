import type { JobApplicationsQuery } from '#contract/generated/operations.js';
import { Button } from '../../../components/ui/buttons/button';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormIdentity } from '../../../components/ui/forms/form-identity';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';

type Bulk = NonNullable<JobApplicationsQuery['jobApplications']>['bulks'][number];

/** The progress of a bulk action, with a button that undoes what can still be undone, and the result of undoing it. */
export function BulkProgress({
  bulks,
  address,
  form,
}: {
  bulks: readonly Bulk[];
  /** Address of the current page. */
  address: string;
  /** Form of the button. */
  form: PageForm;
}) {
  const { t, locale } = usePage();
  return bulks.map(({ id, total, done, skipped, finished, mayUndo, undo }) => {
    const counts = { done: formatNumber(done, locale), total: formatNumber(total, locale) };
    return (
      <Alert key={id} kind={finished ? 'good' : 'info'}>
        {undo ? (
          <UndoneBulk undo={undo} />
        ) : (
          <p data-bulk={finished ? 'finished' : 'running'}>
            {finished ? t('applications.bulk.finished', { count: total }) : t('applications.bulk.running', counts)}{' '}
            {skipped > 0 && t('applications.bulk.skipped', { count: skipped })}
          </p>
        )}
        {!finished && <a href={address}>{t('applications.bulk.reload')}</a>}
        {mayUndo && (
          <form method="post" action={form.action} data-undo-bulk>
            <FormIdentity form={form} />
            <input type="hidden" name="bulk" value={id} />
            <p>{t('applications.bulk.undoHelp')}</p>
            <Button kind="secondary">{t('applications.bulk.undo')}</Button>
          </form>
        )}
      </Alert>
    );
  });
}

function UndoneBulk({ undo: { undone, sent, changed } }: { undo: NonNullable<Bulk['undo']> }) {
  const { t } = usePage();
  return (
    <p data-bulk="undone">
      {t('applications.bulk.undone', { count: undone })} {sent > 0 && t('applications.bulk.undoSent', { count: sent })}{' '}
      {changed > 0 && t('applications.bulk.undoChanged', { count: changed })}
    </p>
  );
}
