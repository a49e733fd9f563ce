import { RECRUITERS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Pagination } from '../../../components/ui/navigation/pagination';
import { Panel } from '../../../components/ui/containers/panel';
import styles from '../../../features/account/administration/administration.module.css';
import { RecruiterList } from '../../../features/account/administration/recruiter-list';
import { usePage } from '../../../lib/page-context';
import type { RecruitersData } from './+load.server';

export function Page({ data }: { data: RecruitersData }) {
  const { recruiters, refused, total, page, pages, form, notice } = data;
  const { t, href } = usePage();
  const list = refused ? `${RECRUITERS_PATH}?state=refused` : RECRUITERS_PATH;
  // Errors of a message are shown at its field.
  const errors = form.errors.filter(({ field }) => field === null);
  return (
    <OwnPage
      title={t('admin.recruiters.title')}
      intro={
        total > 0 && <p>{t(refused ? 'admin.recruiters.refusedTotal' : 'admin.recruiters.total', { count: total })}</p>
      }
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`admin.recruiters.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <FormErrors errors={errors} labels={{}} address={form.action} />
      <nav aria-label={t('admin.recruiters.lists')} className={styles.lists}>
        <a href={href(RECRUITERS_PATH)} aria-current={refused ? undefined : 'page'}>
          {t('admin.recruiters.waiting')}
        </a>
        <a href={href(`${RECRUITERS_PATH}?state=refused`)} aria-current={refused ? 'page' : undefined}>
          {t('admin.recruiters.refused')}
        </a>
      </nav>
      {recruiters.length > 0 ? (
        <RecruiterList recruiters={recruiters} form={form} />
      ) : (
        <Panel id="none" title={t(refused ? 'admin.recruiters.noneRefused' : 'admin.recruiters.none')}>
          <p>{t('admin.recruiters.noneText')}</p>
        </Panel>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href(`${list}${refused ? '&' : '?'}page=${to}` as '/')}
        labels={{
          name: t('admin.recruiters.pages'),
          previous: t('search.pages.previous'),
          next: t('search.pages.next'),
        }}
      />
    </OwnPage>
  );
}
