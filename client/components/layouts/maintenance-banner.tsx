import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { Alert } from '../ui/feedback/alert';
import { Container } from '../ui/container';

/** Says on every page that the site is in maintenance, where it is. */
export function MaintenanceBanner() {
  const { t } = usePage();
  const { features } = useSite();
  if (!features.readOnly) return null;
  return (
    <Container>
      <div role="status" data-maintenance>
        <Alert kind="warn">{t('maintenance.banner')}</Alert>
      </div>
    </Container>
  );
}
