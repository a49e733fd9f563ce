import { Alert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';
import { organizationWords } from './organization-words';

/** The fields of an organization's page that wait for review. */
export function InReview({ fields }: { fields: readonly string[] }) {
  const { t } = usePage();
  const words = organizationWords(t);
  return (
    <Alert>
      <p data-in-review>{t('organization-form.inReview', { fields: fields.map(words.field).join(', ') })}</p>
    </Alert>
  );
}
