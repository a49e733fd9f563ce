import { classNames } from './class-names';
import { imageSources } from './image-sources';
import styles from './mark.module.css';

const TINTS = 5;

/** Whose thing this is: a logo, or initials on a tint where there is none. An ornament beside the name. */
export function Mark({ name, logo, large }: { name: string; logo?: { url: string } | null; large?: boolean }) {
  const size = large && styles.large;
  if (logo) {
    const side = large ? 72 : 48;
    return (
      <img
        className={classNames(styles.mark, size)}
        {...imageSources(logo.url, side)}
        alt=""
        width={side}
        height={side}
        // A large mark stands at the top of its page.
        loading={large ? undefined : 'lazy'}
      />
    );
  }
  return (
    <span className={classNames(styles.mark, styles[`t${tint(name)}`], size)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  const capitalised = words.filter((word) => /^\p{Lu}/u.test(word));
  return (capitalised.length ? capitalised : words)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}

/** The same name gets the same tint on every page. */
function tint(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum % TINTS;
}
