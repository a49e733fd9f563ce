import '../styles/index.css';
import { startSidenav } from '../components/layouts/sidenav-state';
import { startLoginLink } from '../features/account/modal/start-login-link';
import { startLoginModal } from '../features/account/modal/start-login-modal';
import { trackSocialSignup } from '../features/account/social/social-signup';
import { trackDispatched } from '../features/account/track-dispatched';
import { rememberLogin } from '../features/account/session/visitor-flags';
import { showSaveButtons, startSaveButtons } from '../features/jobs/saved/save-buttons';
import { leaveSavedJobs } from '../features/jobs/saved/saved-jobs';
import { rememberCreationSource } from '../lib/creation-source';
import { startIslands } from '../lib/islands/start-islands';
import { markSession } from '../lib/session/session-mark';
import { clearMessages } from '../lib/soft/clear-messages';
import { startPrefetching } from '../lib/soft/prefetch-pages';
import { islands } from './islands';

// Pages are rendered on the server alone, so their styles come into the one style sheet by name and not by their scripts.
import.meta.glob('../{components,features,pages}/**/*.module.css', { eager: true });

startIslands(islands);
startSaveButtons();
startPrefetching();
startSidenav();
clearMessages();
rememberCreationSource();
if (document.querySelector('[data-search-form]')) {
  void import('../components/search/browser/start-search-page').then(({ startSearchPage }) => {
    startSearchPage(() => {
      startIslands(islands);
      showSaveButtons();
    });
  });
}
if (document.querySelector('[data-embed]')) {
  // Listens from the start: on a slow connection the first click would come before what it asks for.
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('[data-embed-load]');
    const place = button && button.closest<HTMLElement>('[data-embed]');
    if (place) void import('../components/embeds/show-frame').then(({ showFrame }) => showFrame(place));
  });
}
if (document.querySelector('[data-slides]')) {
  void import('../components/ui/media/start-slides').then(({ startSlides }) => {
    startSlides();
  });
}
if (document.querySelector('[data-account-form]')) {
  void import('../features/account/forms/start-account-forms').then(({ startAccountForms }) => {
    startAccountForms();
  });
}
const scripted = document.querySelectorAll<HTMLElement>('[data-script]');
if (scripted.length > 0) {
  void import('./own-scripts').then(({ startOwnScript }) => {
    scripted.forEach(startOwnScript);
  });
}
const sessionNotice = document.querySelector<HTMLElement>('[data-session-notice]');
if (sessionNotice) {
  rememberLogin();
  void import('../features/account/session/start-session-notice').then(({ startSessionNotice }) => {
    startSessionNotice(sessionNotice);
  });
  void import('../features/jobs/saved/sync-bookmarks').then(({ syncBookmarks }) => {
    syncBookmarks(sessionNotice.dataset.sessionNotice!);
  });
} else {
  startLoginModal();
  markSession(false);
  leaveSavedJobs();
}
startLoginLink();
// Later than everything that the page needs: without a connection it could not be fetched any more.
setTimeout(() => {
  void import('../lib/soft/start-offline').then(({ startOffline }) => {
    startOffline();
  });
}, 3000);
trackSocialSignup();
trackDispatched();
