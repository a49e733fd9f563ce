import type { RouteSummary as Summary } from '#contract/pages/route-match.js';
import { Container } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';

/** The content of an address for which the backend provides only the head of the page. */
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
