import { RECRUITERS_PATH, organizationPath, userPath } from '#contract/pages/paths.js';
import type { WaitingRecruiterFragment } from '#contract/generated/operations.js';
import { MAX_APPROVAL_MESSAGE_LENGTH, MAX_COUNTED_OF_DOMAIN } from '#contract/accounts/account-rules.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Pagination } from '../../../components/ui/navigation/pagination';
import { Panel } from '../../../components/ui/containers/panel';
import styles from '../../../features/account/administration/administration.module.css';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { FormTextArea } from '../../../components/ui/forms/form-field';
import { formatDate } from '../../../lib/format';
import type { PageForm } from '../../../lib/page-form';
import type { RecruitersData } from './+load.server';
import { CsrfFields } from '../../../components/ui/forms/hidden-fields';

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

interface RecruiterProps {
  recruiter: WaitingRecruiterFragment;
  form: PageForm;
}

/** Recruiters with their details; each can be approved, asked a question, or rejected. */
function RecruiterList({ recruiters, form }: { recruiters: readonly WaitingRecruiterFragment[]; form: PageForm }) {
  return (
    <ul className={styles.recruiters}>
      {recruiters.map((recruiter) => (
        <Recruiter key={recruiter.id} recruiter={recruiter} form={form} />
      ))}
    </ul>
  );
}

function Recruiter({ recruiter, form }: RecruiterProps) {
  const { t, locale, href, site } = usePage();
  const { id, name, email, registered, approval } = recruiter;
  return (
    <li data-recruiter={email}>
      <Column gap={3} as="article" aria-labelledby={`recruiter-${id}`}>
        <h2 id={`recruiter-${id}`}>
          <a href={href(userPath(id))} rel="nofollow">
            {name}
          </a>
        </h2>
        <p className={styles.soft}>
          {email} · {t('admin.recruiters.registered', { date: formatDate(registered, locale, site.timeZone) })}
        </p>
        <RecruiterFacts recruiter={recruiter} />
        {approval?.message && (
          <p className={styles.quoted}>
            <strong>{t(`admin.recruiters.${approval.state === 'refused' ? 'reasonGiven' : 'asked'}`)}</strong>{' '}
            {approval.message}
          </p>
        )}
        <form method="post" action={form.action} data-recruiter-approve>
          <DecisionFields recruiter={recruiter} form={form} />
          <Button name="go" value="approve">
            {t('admin.recruiters.approve', { name })}
          </Button>
        </form>
        <Decision decision="ask" recruiter={recruiter} form={form} />
        {approval?.state !== 'refused' && <Decision decision="refuse" recruiter={recruiter} form={form} />}
      </Column>
    </li>
  );
}

function RecruiterFacts({ recruiter }: Pick<RecruiterProps, 'recruiter'>) {
  const { t, href } = usePage();
  const { organizations, domain, sameDomain, sameDomainTotal } = recruiter;
  const rest = sameDomainTotal - sameDomain.length;
  return (
    <dl className={styles.details}>
      <div>
        <dt>{t('admin.recruiters.organization')}</dt>
        {organizations.length === 0 && <dd>{t('admin.recruiters.noOrganization')}</dd>}
        {organizations.map(({ id, name, isPublic }) => (
          <dd key={id}>{isPublic ? <a href={href(organizationPath(id, name))}>{name}</a> : name}</dd>
        ))}
      </div>
      <div>
        <dt>{t('admin.recruiters.domain')}</dt>
        <dd>{domain}</dd>
      </div>
      <div>
        <dt>{t('admin.recruiters.sameDomain')}</dt>
        {sameDomain.length === 0 && <dd>{t('admin.recruiters.sameDomainNone')}</dd>}
        {sameDomain.map(({ id, name, email, isApproved, isBlocked }) => (
          <dd key={id}>
            <a href={href(userPath(id))} rel="nofollow">
              {name}
            </a>{' '}
            {email}
            {isBlocked ? ` · ${t('admin.recruiters.blocked')}` : isApproved && ` · ${t('admin.recruiters.approved')}`}
          </dd>
        ))}
        {sameDomainTotal > MAX_COUNTED_OF_DOMAIN ? (
          <dd>{t('admin.recruiters.moreThan', { number: MAX_COUNTED_OF_DOMAIN - sameDomain.length })}</dd>
        ) : (
          rest > 0 && <dd>{t('admin.recruiters.more', { count: rest })}</dd>
        )}
      </div>
    </dl>
  );
}

function DecisionFields({ recruiter: { id, version }, form }: RecruiterProps) {
  return (
    <>
      <CsrfFields value={form.csrf} />
      <input type="hidden" name="user" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}

/** A decision with a message to the recruiter. */
function Decision({ decision, recruiter, form }: RecruiterProps & { decision: 'ask' | 'refuse' }) {
  const { t } = usePage();
  const isSent = form.values.user === recruiter.id && form.values.go === decision;
  const error = isSent ? form.errors.find((each) => each.field === 'message')?.message : undefined;
  const id = `${decision}-${recruiter.id}`;
  const texts =
    decision === 'ask'
      ? { label: 'question', help: 'questionHelp', button: 'sendQuestion' }
      : { label: 'reason', help: 'reasonHelp', button: 'sendRefusal' };
  return (
    <details className={styles.decision} open={error !== undefined}>
      <summary>{t(`admin.recruiters.${decision}`)}</summary>
      <Column as="form" method="post" action={form.action} noValidate gap={3} data-recruiter-decision={decision}>
        <DecisionFields recruiter={recruiter} form={form} />
        <input type="hidden" name="go" value={decision} />
        <FormTextArea
          id={id}
          name="message"
          label={t(`admin.recruiters.${texts.label}`)}
          help={t(`admin.recruiters.${texts.help}`)}
          error={error}
          required
          rows={4}
          maxLength={MAX_APPROVAL_MESSAGE_LENGTH}
          defaultValue={isSent ? form.values.message : ''}
        />
        <div>
          <Button kind="secondary">{t(`admin.recruiters.${texts.button}`)}</Button>
        </div>
      </Column>
    </details>
  );
}
