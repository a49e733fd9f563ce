import { ButtonLink } from '../../components/ui/button';
import { Icon, type IconName } from '../../components/ui/icon';
import { usePage } from '../../lib/page-context';
import styles from './dashboard.module.css';

/** Something to do now. */
export interface Step {
  /** Of its texts in the catalogue. */
  name: string;
  icon: IconName;
  /** Where it is done. None: there is nothing to do but wait. */
  href?: string;
  /** How many there are of what it is about. */
  count?: number;
}

const AT_MOST = 4;

/** What comes next: at most four things. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = usePage();
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next" className={styles.next}>
      <h2 id="next">{t('dashboard.next')}</h2>
      <ol>
        {steps.slice(0, AT_MOST).map((step, index) => (
          <li key={step.name} className={styles.step}>
            <Icon name={step.icon} />
            <div>
              <h3>
                {t(`dashboard.step.${step.name}.title`, step.count === undefined ? undefined : { count: step.count })}
              </h3>
              <p>{t(`dashboard.step.${step.name}.text`)}</p>
            </div>
            <StepAction step={step} first={index === 0} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepAction({ step: { name, href: target }, first }: { step: Step; first: boolean }) {
  const { t, href } = usePage();
  if (target === undefined) return null;
  return (
    <ButtonLink kind={first ? 'primary' : 'secondary'} href={href(target)}>
      {t(`dashboard.step.${name}.action`)}
    </ButtonLink>
  );
}
