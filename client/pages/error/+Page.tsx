import { usePage } from '../../lib/page-context';

export function Page() {
  const { site } = usePage();
  return <h1>Error at {site.title}</h1>;
}
