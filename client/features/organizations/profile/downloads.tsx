import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { Icon } from '../../../components/ui/icon';
import { formatBytes } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './profile.module.css';

/** Documents, with what they are and how large. */
export function Downloads({ attachments }: Pick<OrganizationDetailsFragment, 'attachments'>) {
  const { locale } = usePage();
  return (
    <ul className={styles.downloads}>
      {attachments.map(({ name, url, contentType, size }) => (
        <li key={url}>
          <a href={url} download={name}>
            <Icon name="download" />
            {name}
          </a>
          <small>
            {contentType.replace(/^.*\//, '').toUpperCase()}, {formatBytes(size, locale)}
          </small>
        </li>
      ))}
    </ul>
  );
}
