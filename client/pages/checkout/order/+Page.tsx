import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { NextSteps, OrderDocuments, OrderSummary, PaymentPanel } from '../../../features/checkout/order-facts';
import { usePage } from '../../../lib/page-context';
import type { OrderData } from './+load.server';

export function Page({ data: { order, isWaiting } }: { data: OrderData }) {
  const { t } = usePage();
  const isGood = order.state === 'paid';
  const isOpen = order.state === 'placed' || order.state === 'overdue';
  const said = isWaiting ? 'waiting' : order.state === 'placed' ? `placed.${order.provider}` : order.state;
  return (
    <OwnPage narrow title={t('checkout.result.heading', { number: order.id })}>
      <Alert kind={isGood ? 'good' : isOpen ? 'info' : 'warn'}>
        <p role="status">{t(`checkout.result.${said}`)}</p>
        {isOpen && order.delivered && <p>{t('checkout.result.deliveredBefore')}</p>}
      </Alert>
      <NextSteps order={order} />
      <PaymentPanel order={order} />
      <OrderSummary order={order} />
      <OrderDocuments order={order} />
    </OwnPage>
  );
}
