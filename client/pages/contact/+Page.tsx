import { PRIVACY_PATH } from '#contract/pages/paths.js';
import { Column } from '../../components/ui/containers/column';
import { Alert } from '../../components/ui/feedback/alert';
import { Container } from '../../components/ui/containers/container';
import { CaptchaField } from '../../features/account/captcha/captcha-field';
import { ContactForm } from '../../features/contact/contact-form';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import type { ContactPageData } from './+load.server';
import styles from './contact.module.css';

export function Page({ data: { form, kept, isAsked } }: { data: ContactPageData }) {
  const { t, href } = usePage();
  const { contactEmail, features } = useSite();
  return (
    <Container section>
      <div className={styles.frame}>
        <Column gap={5} className={styles.card}>
          <Column as="header" gap={2} className={styles.head}>
            <h1>{t('contact.title')}</h1>
            <p>{t('contact.intro')}</p>
          </Column>
          {features.readOnly ? (
            <Alert kind="warn">{t('maintenance.change')}</Alert>
          ) : (
            <ContactForm form={form} kept={kept}>
              {isAsked && <CaptchaField />}
            </ContactForm>
          )}
        </Column>
        <aside className={styles.aside} aria-labelledby="other-ways">
          <h2 id="other-ways">{t('contact.otherWays')}</h2>
          <dl>
            <div>
              <dt>{t('contact.byMail')}</dt>
              <dd>
                <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
              </dd>
            </div>
            <div>
              <dt>{t('contact.aboutAJob')}</dt>
              <dd>{t('contact.aboutAJobText')}</dd>
            </div>
            <div>
              <dt>{t('contact.aboutData')}</dt>
              <dd>
                <a href={href(PRIVACY_PATH)}>{t('contact.privacy')}</a>
              </dd>
            </div>
          </dl>
        </aside>
      </div>
    </Container>
  );
}
