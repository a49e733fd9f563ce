import type { Notice, SaidNotice } from '#contract/pages/notices.js';
import { orderPath } from '#contract/pages/paths.js';
import { usePage } from '../../lib/page-context';
import { Alert } from '../ui/feedback/alert';
import { Container } from '../ui/containers/container';
import styles from './layout.module.css';

/** Message of each notice. */
const MESSAGES: Readonly<Record<Notice, string>> = {
  'contact-sent': 'contact.sent',
  'job-reported': 'job.reporting.sent',
  'alert-ended': 'alerts.ended',
  'resume-imported': 'resume-import.done',
  'services-saved': 'services.saved',
  'consent-saved': 'account.consent.saved',
  'order-paid': 'checkout.said.paid',
  'order-ready': 'checkout.said.ready',
};

/** Reports an action on the previous page, once; the next page does not show it any more (ROUTE-13). */
export function NoticeBanner({ notice }: { notice?: SaidNotice }) {
  const { t, href } = usePage();
  if (!notice) return null;
  return (
    <div data-message role="status">
      <Container className={styles.notice}>
        <Alert kind="good">
          {t(MESSAGES[notice.name])}
          {notice.order && (
            <>
              {' '}
              <a href={href(orderPath(notice.order))}>{t('checkout.said.order', { number: notice.order })}</a>
            </>
          )}
        </Alert>
      </Container>
    </div>
  );
}
