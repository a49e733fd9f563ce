import { ErrorScreen } from '../../components/layouts/error-screen';
import type { PageFailure } from '../../lib/page-data';

/** A page had a bug while it was rendered; nothing of what it knew is used here. */
export function Page({ data }: { data: { failure?: PageFailure } }) {
  return <ErrorScreen failure={data.failure ?? { status: 500, reference: '' }} />;
}
