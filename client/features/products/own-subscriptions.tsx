import type { ReactNode } from 'react';
import type { OwnSubscriptionsQuery, SlotUsageFactsFragment } from '#contract/generated/operations.js';
import { PRODUCTS_PATH } from '#contract/pages/paths.js';
import { AskFirst } from '../../components/ui/dialogs/ask-first';
import { Button } from '../../components/ui/buttons/button';
import { LoadError } from '../../components/ui/feedback/load-error';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { Tag } from '../../components/ui/tag';
import { labelled } from '../../components/ui/forms/field-labels';
import { formatDate, formatNumber } from '../../lib/format';
import { usePage, useSite } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import type { Loadable } from '../../lib/user/user-context';
import styles from './own-products.module.css';

type OwnSubscription = OwnSubscriptionsQuery['getSubscriptions']['subscriptions'][number];

/** `total`: number of all subscriptions; the data may contain only some of them. */
export type ShownSubscriptions = Loadable<readonly OwnSubscription[]> & { total: number };

interface RenewalForms {
  cancel: PageForm;
  resume: PageForm;
}

/** An organization's subscriptions with their slots, and the form to cancel them. */
export function OwnSubscriptions({
  subscriptions: { data, total, error },
  forms,
  address,
}: {
  subscriptions: ShownSubscriptions;
  forms: RenewalForms;
  address: string;
}) {
  const { t, href } = usePage();
  const errors = [...forms.cancel.errors, ...forms.resume.errors];
  return (
    <section className={styles.part} id="subscriptions" aria-labelledby="subscriptions-title">
      <div className={styles.line}>
        <h2 id="subscriptions-title">{t('my-products.subscriptions.title')}</h2>
        <a href={`${href(PRODUCTS_PATH)}#row-6`}>{t('my-products.subscriptions.see')}</a>
      </div>
      <FormErrors errors={errors} labels={{}} address={address} />
      {error && (
        <LoadError message={t('dashboard.subscriptions.failed')} errors={error} address={`${address}#subscriptions`} />
      )}
      {!error && data.length === 0 && <p className={styles.soft}>{t('my-products.subscriptions.none')}</p>}
      {data.length > 0 && (
        <ul className={styles.subscriptions}>
          {data.map((subscription) => (
            <SubscriptionItem key={subscription.id} subscription={subscription} forms={forms} />
          ))}
        </ul>
      )}
      {total > data.length && data.length > 0 && (
        <p className={styles.soft}>{t('my-products.subscriptions.more', { count: data.length, total })}</p>
      )}
    </section>
  );
}

function SubscriptionItem({ subscription, forms }: { subscription: OwnSubscription; forms: RenewalForms }) {
  const { t, locale, site } = usePage();
  const { id, label, status, startDate, endDate } = subscription;
  const start = formatDate(startDate, locale, site.timeZone);
  const end = endDate ? formatDate(endDate, locale, site.timeZone) : undefined;
  const time =
    end === undefined
      ? t('my-products.subscriptions.since', { start })
      : t('my-products.subscriptions.period', { start, end });
  const isOn = status.value === 'active' || status.value === 'pending';
  return (
    <li id={`subscription-${id}`}>
      <div className={styles.subscription}>
        <h3>
          {label} <Tag>{status.label}</Tag>
        </h3>
        <p className={styles.soft}>{time}</p>
        {isOn && end !== undefined && <Ending subscription={subscription} end={end} forms={forms} />}
      </div>
      <Slots subscription={subscription} />
    </li>
  );
}

/** End of a subscription, and the actions available for it. */
function Ending({
  subscription: { id, label, renewal, canceledAt },
  end,
  forms,
}: {
  subscription: OwnSubscription;
  end: string;
  forms: RenewalForms;
}) {
  const { t, locale } = usePage();
  const { features } = useSite();
  if (renewal === 'none') return <p className={styles.soft}>{t('my-products.subscriptions.ends', { end })}</p>;
  if (canceledAt !== null)
    return (
      <>
        <p>{t('my-products.subscriptions.canceled', { end })}</p>
        {!features.readOnly && (
          <RenewalForm form={forms.resume} id={id}>
            <Button kind="secondary" aria-label={labelled(t('my-products.subscriptions.resume'), label, locale)}>
              {t('my-products.subscriptions.resume')}
            </Button>
          </RenewalForm>
        )}
      </>
    );
  return (
    <>
      <p className={styles.soft}>{t('my-products.subscriptions.renews', { end })}</p>
      {!features.readOnly && (
        <AskFirst
          words={t('my-products.subscriptions.cancel')}
          label={labelled(t('my-products.subscriptions.cancel'), label, locale)}
          question={t('my-products.subscriptions.cancelText', { end })}
        >
          <RenewalForm form={forms.cancel} id={id}>
            <Button kind="danger" aria-label={labelled(t('my-products.subscriptions.cancelNow'), label, locale)}>
              {t('my-products.subscriptions.cancelNow')}
            </Button>
          </RenewalForm>
        </AskFirst>
      )}
    </>
  );
}

function RenewalForm({ form, id, children }: { form: PageForm; id: string; children: ReactNode }) {
  return (
    <form method="post" action={form.action} data-part={form.part}>
      <FormIdentity form={form} />
      <input type="hidden" name="subscription" value={id} />
      {children}
    </form>
  );
}

function Slots({ subscription }: { subscription: OwnSubscription }) {
  const { t, locale } = usePage();
  const { usageJobSlots, usageResumeContactSlots, label } = subscription;
  const rows = [
    ['jobs', usageJobSlots],
    ['contacts', usageResumeContactSlots],
  ] as const;
  return (
    <table className={styles.slots}>
      <caption className={styles.hidden}>{labelled(t('my-products.subscriptions.slots'), label, locale)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('my-products.subscriptions.slots')}</th>
          <th scope="col">{t('my-products.subscriptions.active')}</th>
          <th scope="col">{t('my-products.subscriptions.available')}</th>
          <th scope="col">{t('my-products.subscriptions.total')}</th>
        </tr>
      </thead>
      <tbody>{rows.map(([kind, usage]) => usage && <SlotRow key={kind} kind={kind} usage={usage} />)}</tbody>
    </table>
  );
}

function SlotRow({ kind, usage }: { kind: 'jobs' | 'contacts'; usage: SlotUsageFactsFragment }) {
  const { t, locale } = usePage();
  return (
    <tr>
      <th scope="row">{t(`my-products.subscriptions.${kind}`)}</th>
      <td>{formatNumber(usage.active, locale)}</td>
      <td>{formatNumber(usage.available, locale)}</td>
      <td>{formatNumber(usage.total, locale)}</td>
    </tr>
  );
}
