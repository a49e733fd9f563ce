import { CONSENT_COOKIE } from '#contract/consent/consent-cookie-name.js';
import { startSidenav } from '../components/layouts/sidenav-state';
import { rememberResults, showWayBack } from '../components/search/browser/way-back';
import { startLoginLink, startLoginModal } from '../features/account/modal/start-login';
import { rememberLogin } from '../features/account/session/visitor-flags';
import { startSocialButtons, trackSocialSignup, trackDispatched } from '../features/account/social/track-signups';
import { leaveBookmarks, showSaveButton, startBookmarks } from '../features/jobs/bookmarks/bookmarks';
import { type Behaviour, type Behaviours, lazy, lazyOnUse } from '../lib/behaviours';
import { rememberCreationSource } from '../lib/creation-source';
import { whenGranted } from '../lib/consent/granted';
import { islandBehaviour, whenIdle } from '../lib/islands/island-behaviour';
import { startMeasurement, track } from '../lib/measurement/track';
import { markSession, onLoginElsewhere } from '../lib/session/session-mark';
import { clearMessages } from '../lib/soft/clear-messages';
import { startPrefetching } from '../lib/soft/prefetch-pages';
import { startOffline } from '../lib/soft/start-offline';

/**
 * The React components that run in the browser, each in a separate chunk. Those for logged-in users are listed in
 * another file.
 */
const islands = {
  captcha: async () => (await import('../features/account/captcha/captcha')).Captcha,
  'search-box': async () => (await import('../components/search/search-box')).SearchBox,
  'job-count': async () => (await import('../features/jobs/list/job-count')).JobCount,
  'organization-count': async () =>
    (await import('../features/organizations/search/organization-count')).OrganizationCount,
  'rich-text': async () => (await import('../components/defined-form/rich-text/rich-text-editor')).RichTextEditor,
  'resume-count': async () => (await import('../features/resumes/search/resume-count')).ResumeCount,
};
const island = islandBehaviour(islands, async () => (await import('./account-islands')).accountIslands);

/** Only the required exports are used: a namespace object would add some bytes to every page. */
const sessionNotices = async () => {
  const { startSessionNotice, startVisitNotice } = await import('../features/account/session/start-session-notice');
  return { startSessionNotice, startVisitNotice };
};
const session = lazy(sessionNotices, 'startSessionNotice');
const bookmarks = lazy(() => import('../features/jobs/bookmarks/sync-bookmarks'), 'syncBookmarks');
const forMembers = lazy(() => import('./member-behaviours'), 'startForMembers');

/** A shared function: each `import()` would list the required files again, in the script of every page. */
const applyForm = () => import('../features/applications/browser/start-apply-form');

const small = () => import('./small-behaviours');

const nameSource = lazy(small, 'nameSource');

const checkoutForm = () => import('../features/checkout/start-checkout');

/** The fields are read immediately, before other scripts change them: the first step in place keeps them if it can. */
const searchForm: Behaviour = (form) => {
  const { outerHTML } = form.querySelector('[data-region="search"]')!;
  void import('../components/search/browser/start-search-page').then(({ startSearchPage }) =>
    startSearchPage(outerHTML),
  );
};

/** For pages of logged-in users: all of them contain the session notice. */
const loggedIn: Behaviour = (notice, until) => {
  rememberLogin();
  session(notice, until);
  bookmarks(notice, until);
  forMembers(notice, until);
};

/**
 * The script is loaded on the first click. The listener is added immediately, so that a click on a slow connection is
 * not lost.
 */
const embed: Behaviour = (place, until) => {
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (button)
      void import('../features/consent/start-embed').then(({ embedPressed }) => void embedPressed(place, button));
  });
  if (document.cookie.includes(CONSENT_COOKIE))
    void import('../features/consent/start-embed').then(({ showAllowed }) => showAllowed(place, until));
};

const ad: Behaviour = (place, until) =>
  whenGranted(
    'google-ad-manager',
    () => void import('../features/jobs/list/show-ad').then(({ showAd }) => showAd(place, until)),
    until,
  );

const consent = (): void => {
  void import('../features/consent/start-consent').then(({ startConsent }) => void startConsent());
};

/** Only pages that are measured contain such elements. */
const tracked: Behaviour = (element, until) => {
  void import('../lib/measurement/track-element').then(({ trackElement }) => trackElement(element, until, track));
};

/** All behaviours of the site. Those that are not lazy are part of the first script, which every page loads. */
export const behaviours: Behaviours = {
  elements: {
    'data-island': island,
    'data-save': showSaveButton,
    'data-sidenav': startSidenav,
    'data-login': startLoginLink,
    'data-social': startSocialButtons,
    'data-session-notice': loggedIn,
    'data-embed': embed,
    'data-ad-unit': ad,
    'data-asks': () => whenIdle(consent),
    'data-services-form': consent,
    'data-search-form': searchForm,
    'data-max-length': lazyOnUse(small, 'startLengthNote'),
    'data-unfolds': lazyOnUse(small, 'startMenu'),
    'data-copy': lazy(small, 'startCopy'),
    'data-apply-way': (link, until) => whenIdle(() => nameSource(link, until)),
    'data-back': rememberResults,
    'data-trail': showWayBack,
    'data-fades': lazy(small, 'fadeOnScroll'),
    'data-slides': lazy(small, 'startSlides'),
    'data-consent-prompt': lazy(async () => {
      const { startConsentPrompt } = await import('../features/account/consents/start-consent-prompt');
      return { startConsentPrompt };
    }, 'startConsentPrompt'),
    'data-account-form': lazy(() => import('../features/account/forms/start-account-form'), 'startAccountForm'),
    'data-contact-form': lazyOnUse(() => import('../lib/forms/start-file-forms'), 'startContactForm'),
    'data-checkout-form': lazyOnUse(checkoutForm, 'startCheckout'),
    'data-order-form': lazyOnUse(checkoutForm, 'startOrder'),
    'data-apply-form': lazy(applyForm, 'startApplyForm'),
    'data-application-sent': lazy(applyForm, 'startApplicationSent'),
    'data-resume-import': lazy(() => import('../features/resumes/import/start-upload-form'), 'startUploadForm'),
    'data-captcha-service': lazy(
      () => import('../features/account/captcha/start-captcha-service'),
      'startCaptchaService',
    ),
    'data-track': tracked,
    'data-combobox': lazy(() => import('../components/defined-form/combobox/start-combobox'), 'startCombobox'),
    'data-defined-form': lazy(() => import('../components/defined-form/start-defined-form'), 'startDefinedForm'),
  },
  page: [
    startBookmarks,
    startPrefetching,
    clearMessages,
    rememberCreationSource,
    startMeasurement,
    startVisit,
    startOffline,
    trackSocialSignup,
    trackDispatched,
  ],
};

/** For visitors who are not logged in. */
function startVisit(): void {
  if (document.querySelector('[data-session-notice]')) return;
  let isWatched = false;
  const watch = (): void => {
    if (!isWatched) void sessionNotices().then(({ startVisitNotice }) => startVisitNotice());
    isWatched = true;
  };
  // The server could not determine the session.
  if (document.documentElement.dataset.session === 'loading') {
    watch();
    return;
  }
  onLoginElsewhere(watch);
  startLoginModal();
  markSession(false);
  leaveBookmarks();
}
