import type { ResumeDetailQuery } from '#contract/generated/operations.js';
import { Icon } from '../../../components/ui/icon';
import { formatDay, formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './personal.module.css';

type PrivateFields = NonNullable<ResumeDetailQuery['resume']>['personalInfo'];

/**
 * Placeholder for the owner's identity, which is private until contact is approved.
 * @param access page on which an administrator can request access
 */
export function PersonalWithheld({ access }: { access?: string }) {
  const { t, href } = usePage();
  return (
    <section className={styles.withheld} aria-labelledby="private">
      <Icon name="lock" />
      <div>
        <h2 id="private">{t('resume.private.title')}</h2>
        <p>{t('resume.private.text')}</p>
        {access !== undefined && (
          <p>
            <a href={href(access)} rel="nofollow">
              {t('resume.private.ask')}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

/**
 * The owner's identity, for viewers who may see it.
 * @param byContact whether the owner has approved contact with the viewer's organization
 */
export function PersonalShown({ fields, byContact }: { fields: PrivateFields; byContact: boolean }) {
  const { t, locale } = usePage();
  const { firstName, lastName, phone, birthday, homeLocation: home } = fields;
  const facts: [name: string, text: string | null][] = [
    ['name', [firstName, lastName].filter(Boolean).join(' ')],
    ['phone', phone],
    ['birthday', birthday && formatDay(birthday, locale)],
    [
      'home',
      home && [home.addressLine1, home.addressLine2, home.zip, formatPlace(home, locale)].filter(Boolean).join(', '),
    ],
  ];
  return (
    <section className={styles.shown} aria-labelledby="private">
      <h2 id="private">{t('resume.private.shownTitle')}</h2>
      <p>{t(byContact ? 'resume.private.contactText' : 'resume.private.shownText')}</p>
      <dl>
        {facts.map(([name, text]) =>
          text ? (
            <div key={name}>
              <dt>{t(`resume.private.${name}`)}</dt>
              <dd>{text}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
