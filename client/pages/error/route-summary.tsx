import type { RouteSummary as Summary } from '#contract/pages/route-match.js';
import { Container } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';

/** What stands at an address, where the backend tells no more than the head of its page. */
export function RouteSummary({ title, description }: Summary) {
  const { t } = usePage();
  return (
    <Container narrow section gap={4}>
      <h1>{title}</h1>
      {description && <p>{description}</p>}
      <Alert>{t('error.summary')}</Alert>
    </Container>
  );
}
