import { Alert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';

/** Warns whoever reviews of an organization that people would take for another one; nothing where there is none. */
export function SimilarNames({ name, others }: { name: string; others: readonly string[] }) {
  const { t } = usePage();
  if (others.length === 0) return null;
  return (
    <Alert kind="warn">
      <p data-similar-names>{t('job-wizard.review.similar', { name, others: others.join(', ') })}</p>
    </Alert>
  );
}
