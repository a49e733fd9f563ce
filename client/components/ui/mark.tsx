import { classNames } from './class-names';
import { imageSources } from './media/image-sources';
import styles from './mark.module.css';

const TINTS = 5;
const SIDE = 48;
const LARGE_SIDE = 72;

interface Owner {
  name: string;
  logo?: { url: string } | null;
}

/** Texts of a mark. */
interface MarkTexts {
  src?: string;
  srcSet?: string;
  initials?: string;
  /** A CSS class. */
  tint?: string;
}

/** Identifies an owner: a logo, or initials on a tint if there is none. Decorative, because the name is beside it. */
export function Mark({ name, logo, large }: Owner & { large?: boolean }) {
  return <MarkView {...markOf({ name, logo }, large)} large={large} />;
}

export function MarkView({ src, srcSet, initials, tint, large }: MarkTexts & { large?: boolean }) {
  const size = large && styles.large;
  const side = large ? LARGE_SIDE : SIDE;
  if (src === undefined) {
    return (
      <span className={classNames(styles.mark, tint, size)} aria-hidden="true">
        {initials}
      </span>
    );
  }
  return (
    <img
      className={classNames(styles.mark, size)}
      src={src}
      srcSet={srcSet}
      alt=""
      width={side}
      height={side}
      // A large mark is at the top of its page.
      loading={large ? undefined : 'lazy'}
    />
  );
}

export function markOf({ name, logo }: Owner, large?: boolean): MarkTexts {
  if (logo) return imageSources(logo.url, large ? LARGE_SIDE : SIDE);
  return { initials: initialsOf(name), tint: styles[`t${tintOf(name)}`] };
}

function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  const capitalised = words.filter((word) => /^\p{Lu}/u.test(word));
  return (capitalised.length ? capitalised : words)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}

/** The same name has the same tint on every page. */
function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum % TINTS;
}
