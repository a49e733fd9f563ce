import { ErrorScreen } from '../../components/layouts/error-screen';
import type { PageFailure } from '../../lib/page-data';

/** Shown if a page has failed while rendering; it uses none of that page's data. */
export function Page({ data }: { data: { failure?: PageFailure } }) {
  return <ErrorScreen failure={data.failure ?? { status: 500, reference: '' }} />;
}
