import { ButtonLink } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { Icon } from '../../components/ui/icon';
import { usePage } from '../../lib/page-context';
import styles from './dashboard.module.css';
import type { Step } from './steps';

const MAX_STEPS = 4;

/** The user's next steps: at most four. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = usePage();
  if (steps.length === 0) return null;
  return (
    <Column as="section" aria-labelledby="next" gap={3} className={styles.next}>
      <h2 id="next">{t('dashboard.next')}</h2>
      <ol>
        {steps.slice(0, MAX_STEPS).map((step, index) => (
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
    </Column>
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
