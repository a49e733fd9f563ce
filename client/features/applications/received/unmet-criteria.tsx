import { Tag } from '../../../components/ui/tag';
import { formatList } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';

/** The employer's requirements that an application does not meet; nothing if it meets all. */
export function UnmetCriteria({ names }: { names: readonly string[] }) {
  const { t, locale } = usePage();
  if (names.length === 0) return null;
  return (
    <p data-unmet>
      <Tag>{t('applications.criteria.unmet', { list: formatList(names, locale) })}</Tag>
    </p>
  );
}
