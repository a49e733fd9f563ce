import type { ErrorPageData } from './+load.server';
import { ErrorContent } from './error-content';

export function Page({ data: { shown, popular } }: { data: ErrorPageData }) {
  return <ErrorContent failure={shown} popular={popular} />;
}
