import { MANAGED_ORDER_PATH, ORDERS_PATH } from '#contract/pages/paths.js';
import type { ManagedOrderQuery, OrderFactsFragment } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { OrderDocuments, OrderSummary } from '../../../features/checkout/order-facts';
import { StateTag } from '../../../features/checkout/order-table';
import { formatDate, formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormField } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { Panel } from '../../../components/ui/containers/panel';
import type { PageForm } from '../../../lib/page-form';
import styles from '../../../features/checkout/order-table.module.css';
import type { ManagedOrderData } from './+load.server';

export function Page({ data: { order, events, forms, notice } }: { data: ManagedOrderData }) {
  const { t, locale, site } = usePage();
  const title = t('checkout.result.heading', { number: order.id });
  const { placedAt, dueAt, organizationName } = order;
  return (
    <OwnPage
      narrow
      title={title}
      trail={[
        { name: t('checkout.admin.title'), path: ORDERS_PATH },
        { name: title, path: `${MANAGED_ORDER_PATH}?order=${order.id}` },
      ]}
      intro={
        <p>
          {organizationName || t('checkout.admin.deleted')} <StateTag state={order.state} />{' '}
          {dueAt && order.state !== 'paid'
            ? t('checkout.admin.due', { date: formatDate(dueAt, locale, site.timeZone) })
            : t('checkout.admin.placedOn', { date: formatDate(placedAt, locale, site.timeZone) })}
        </p>
      }
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`checkout.admin.notice.${notice}`)}
          </Alert>
        </div>
      )}
      {order.state === 'paid' && !order.delivered && <Alert kind="warn">{t('checkout.admin.notDelivered')}</Alert>}
      <OrderDecisions order={order} forms={forms} />
      <OrderSummary order={order} />
      <OrderDocuments order={order} />
      <OrderHistory events={events} />
    </OwnPage>
  );
}

type Decision = 'paid' | 'cancel' | 'refund';

/** Actions of an administrator on an order in its current state, each with a reason. */
function OrderDecisions({ order, forms }: { order: OrderFactsFragment; forms: Record<Decision, PageForm> }) {
  const isOpen = order.state === 'placed' || order.state === 'overdue';
  return (
    <>
      {isOpen && order.provider === 'invoice' && <DecisionForm name="paid" form={forms.paid} order={order} />}
      {isOpen && <DecisionForm name="cancel" form={forms.cancel} order={order} />}
      {order.state === 'paid' && <DecisionForm name="refund" form={forms.refund} order={order} />}
    </>
  );
}

function DecisionForm({ name, form, order }: { name: Decision; form: PageForm; order: OrderFactsFragment }) {
  const { t, locale } = usePage();
  const field = `${name}Reason`;
  const labels = { [field]: t('checkout.admin.reason'), amount: t('checkout.admin.amount') };
  const { currency, total } = order.price;
  const left = formatMoney(total - order.refundedAmount, currency, locale);
  return (
    <Panel id={name} title={t(`checkout.admin.${name}.title`)} danger={name !== 'paid'}>
      <p>{t(`checkout.admin.${name}.text`, { amount: left })}</p>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} noValidate gap={4}>
        <FormIdentity form={form} />
        {name === 'refund' && (
          <div className={styles.amount}>
            {/* A form that is sent again keeps the first value: the backend notices if the first attempt has worked. */}
            <input type="hidden" name="refunded" value={form.values.refunded ?? String(order.refundedAmount)} />
            <FormField
              name="amount"
              label={labels.amount}
              help={t('checkout.admin.amountHelp', { amount: left })}
              inputMode="decimal"
              defaultValue={form.values.amount}
              error={form.errors.find((error) => error.field === 'amount')?.message}
            />
          </div>
        )}
        <FormField
          name={field}
          label={labels[field]}
          help={t(name === 'paid' ? 'checkout.admin.reasonStored' : 'checkout.admin.reasonHelp')}
          required
          maxLength={500}
          defaultValue={form.values[field]}
          error={form.errors.find((error) => error.field === field)?.message}
        />
        <div>
          <Button kind={name === 'paid' ? 'primary' : 'danger'}>{t(`checkout.admin.${name}.submit`)}</Button>
        </div>
      </Column>
    </Panel>
  );
}

/** History of an order's states. */
function OrderHistory({ events }: { events: ManagedOrderQuery['orderEvents'] }) {
  const { t, locale, site } = usePage();
  if (events.length === 0) return null;
  return (
    <Panel id="history" title={t('checkout.admin.history')}>
      <ol className={styles.events}>
        {events.map(({ at, by, actor, reason }) => (
          <li key={at}>
            <span>{[t(`checkout.event.${by}`), actor].filter(Boolean).join(' · ')}</span>
            {reason && <span>{reason}</span>}
            <time dateTime={at}>{formatTime(at, locale, site.timeZone)}</time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
