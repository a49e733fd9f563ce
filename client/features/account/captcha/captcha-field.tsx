import { CAPTCHA_SERVICES, type CaptchaWidget } from '#contract/accounts/captcha-widget.js';
import { Button } from '../../../components/ui/buttons/button';
import { Island } from '../../../lib/islands/island';
import { usePage, useSite } from '../../../lib/page-context';
import { Captcha } from './captcha';
import styles from './captcha.module.css';

/**
 * Distinguishes people from bots inside a form: with the product's own captcha, or with the configured service
 * (AUTH-17).
 */
export function CaptchaField() {
  const { captcha } = useSite();
  if (captcha) return <CaptchaServiceField {...captcha} />;
  return <Island name="captcha" when="idle" component={Captcha} props={{}} />;
}

/** States that the script announces in the live region; initially the page contains the first of them. */
const STATES = ['waiting', 'loading', 'ready', 'done', 'expired', 'failed'] as const;

/** Sends no request to the service before the user fills in the form. `start-captcha-service.ts` does the rest. */
function CaptchaServiceField({ service, siteKey, scriptUrl }: CaptchaWidget) {
  const { t, locale } = usePage();
  const { contactEmail } = useSite();
  const name = { service: CAPTCHA_SERVICES[service] };
  const texts = Object.fromEntries(STATES.map((state) => [state, t(`account.captchaService.${state}`, name)]));
  return (
    <div
      className={styles.captcha}
      role="group"
      tabIndex={-1}
      aria-label={t('account.captcha')}
      data-captcha-service={service}
      data-site-key={siteKey}
      data-script={scriptUrl}
      data-locale={locale}
      data-texts={JSON.stringify(texts)}
    >
      <input type="hidden" name="captcha" />
      <p role="status" className={styles.status}>
        {texts.waiting}
      </p>
      <div data-captcha-widget />
      <Button type="button" kind="quiet" hidden>
        {t('account.captchaService.again')}
      </Button>
      <noscript>
        <p>{t('account.captchaService.withoutScripts', { ...name, email: contactEmail })}</p>
      </noscript>
    </div>
  );
}
