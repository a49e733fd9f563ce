import { Alert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';

/** Warns the reviewer of organizations with similar names; nothing if there are none. */
export function SimilarNames({ name, others }: { name: string; others: readonly string[] }) {
  const { t } = usePage();
  if (others.length === 0) return null;
  return (
    <Alert kind="warn">
      <p data-similar-names>{t('job-wizard.review.similar', { name, others: others.join(', ') })}</p>
    </Alert>
  );
}
