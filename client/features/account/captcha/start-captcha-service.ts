import type { CaptchaWidget } from '#contract/accounts/captcha-widget.js';

/** The part of the API that the scripts of all three services share. */
interface WidgetApi {
  /** Only in reCAPTCHA, whose script loads a second one. */
  ready?: (callback: () => void) => void;
  render(place: HTMLElement, options: Record<string, unknown>): unknown;
  reset(widget: unknown): void;
}

type State = 'waiting' | 'loading' | 'ready' | 'done' | 'expired' | 'failed';

const GLOBALS: Record<CaptchaWidget['service'], string> = {
  recaptcha: 'grecaptcha',
  hcaptcha: 'hcaptcha',
  turnstile: 'turnstile',
};
const LOAD_LIMIT_MS = 15_000;

/**
 * Shows the widget of the captcha service as soon as the user fills in the form, and writes its response into the field
 * `captcha`.
 */
export function startCaptchaService(box: HTMLElement, until: AbortSignal): void {
  const form = box.closest('form')!;
  const field = box.querySelector<HTMLInputElement>('input[name="captcha"]')!;
  const place = box.querySelector<HTMLElement>('[data-captcha-widget]')!;
  const again = box.querySelector('button')!;
  const texts = JSON.parse(box.dataset.texts!) as Record<State, string>;
  let reset: (() => void) | undefined;

  const show = (state: State): void => {
    box.dataset.captcha = state;
    box.querySelector('[role="status"]')!.textContent = texts[state];
    again.hidden = state !== 'failed';
    if (state !== 'done') field.value = '';
  };
  const start = async (): Promise<void> => {
    show('loading');
    try {
      const api = await loadApi(box.dataset as unknown as WidgetData);
      if (until.aborted) return;
      const widget = api.render(place, {
        sitekey: box.dataset.siteKey,
        hl: box.dataset.locale,
        language: box.dataset.locale,
        callback: (response: string) => {
          show('done');
          field.value = response;
        },
        'expired-callback': () => show('expired'),
        'error-callback': () => show('failed'),
      });
      reset = () => api.reset(widget);
      if (field.value === '') show('ready');
    } catch {
      show('failed');
    }
  };

  again.addEventListener('click', () => {
    // The button is about to disappear: the focus stays in the same part of the form.
    box.focus();
    if (!reset) return void start();
    show('ready');
    reset();
  });
  // A response can be verified only once. If the form is sent back because of any error, a new response is requested
  // when the user continues filling it in.
  let isSent = false;
  form.addEventListener('submit', () => (isSent = field.value !== ''), { signal: until });
  form.addEventListener(
    'input',
    () => {
      if (!isSent || !reset) return;
      isSent = false;
      show('ready');
      reset();
    },
    { signal: until },
  );
  form.addEventListener('focusin', () => void start(), { once: true, signal: until });
  if (form.contains(document.activeElement)) form.dispatchEvent(new FocusEvent('focusin'));
}

interface WidgetData {
  captchaService: CaptchaWidget['service'];
  script: string;
}

/** @throws if the script cannot be loaded, or lacks the expected API */
async function loadApi({ captchaService, script }: WidgetData): Promise<WidgetApi> {
  const known = apiOf(captchaService);
  if (known) return known;
  const element = document.createElement('script');
  element.src = script;
  element.async = true;
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('The script takes too long.')), LOAD_LIMIT_MS);
    element.addEventListener('load', () => {
      clearTimeout(limit);
      resolve();
    });
    element.addEventListener('error', () => {
      clearTimeout(limit);
      element.remove();
      reject(new Error('The script cannot be loaded.'));
    });
    document.head.append(element);
  });
  const api = apiOf(captchaService);
  if (!api) throw new Error('The script is not the one of the service.');
  if (api.ready && captchaService === 'recaptcha') await new Promise<void>((resolve) => api.ready?.(resolve));
  return apiOf(captchaService) ?? api;
}

function apiOf(service: CaptchaWidget['service']): WidgetApi | undefined {
  return (globalThis as unknown as Record<string, WidgetApi | undefined>)[GLOBALS[service]];
}
