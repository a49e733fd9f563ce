import type { Path } from '#contract/pages/paths.js';
import { usePage } from '../../lib/page-context';
import styles from './defined-form.module.css';

/**
 * Shows the current step and the remaining ones.
 *
 * @param pathOf undefined for a form that is not stored yet, whose steps are not links
 */
export function StepList<Step extends string>({
  steps,
  current,
  nameOf,
  pathOf,
}: {
  steps: readonly Step[];
  current: NoInfer<Step>;
  nameOf: (step: NoInfer<Step>) => string;
  pathOf: ((step: NoInfer<Step>) => Path) | undefined;
}) {
  const { t, href } = usePage();
  return (
    <nav aria-label={t('defined-form.steps')}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>
            {step === current || !pathOf ? (
              <span aria-current={step === current ? 'step' : undefined}>{nameOf(step)}</span>
            ) : (
              <a href={href(pathOf(step))}>{nameOf(step)}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
