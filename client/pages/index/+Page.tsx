import { usePage } from '../../lib/page-context';

export function Page() {
  const { site } = usePage();
  return <h1>{site.title}</h1>;
}
