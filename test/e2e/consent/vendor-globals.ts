/**
 * A minimal version of each provider's interface in the page: its real global, its real events, and its real way of reporting that there is
 * no decision yet. The functions run in the browser, after `installModel`.
 */

/** State and functions that the stubs of all providers have. */
export interface Stub {
  /** Granted categories; null before any decision. */
  choice: readonly string[] | null;
  /** Categories that are granted by default before any decision. */
  implied: readonly string[];
  /** Makes a decision in the provider's own dialog. */
  decide(granted: readonly string[]): void;
  /** Notifies the page of a decision, as the provider does. */
  emit(kind: 'ready' | 'decided'): void;
  opened: number;
}

declare global {
  interface Window {
    stub: Stub;
  }
}

/** Stores decisions as a provider does. `reloads`: the provider itself reloads the page after a changed decision. */
export function installModel({ implied, reloads }: { implied: readonly string[]; reloads: boolean }): void {
  const key = 'stub-choice';
  window.stub = {
    choice: JSON.parse(localStorage.getItem(key) ?? 'null') as string[] | null,
    implied,
    opened: 0,
    decide(granted) {
      const before = window.stub.choice;
      window.stub.choice = granted;
      localStorage.setItem(key, JSON.stringify(granted));
      window.stub.emit('decided');
      if (reloads && before && before.join() !== granted.join()) location.reload();
    },
    emit: () => undefined,
  };
}

export function installCookiebot(): void {
  const stub = window.stub;
  const isOn = (name: string): boolean => (stub.choice ?? stub.implied).includes(name);
  Object.assign(window, {
    Cookiebot: {
      get hasResponse() {
        return stub.choice !== null;
      },
      get consent() {
        return {
          necessary: true,
          preferences: isOn('preferences'),
          statistics: isOn('statistics'),
          marketing: isOn('marketing'),
        };
      },
      renew: () => (stub.opened += 1),
    },
  });
  stub.emit = (kind) => {
    dispatchEvent(new Event('CookiebotOnConsentReady'));
    if (kind === 'decided') dispatchEvent(new Event(stub.choice?.length ? 'CookiebotOnAccept' : 'CookiebotOnDecline'));
  };
  stub.emit('ready');
}

export function installOneTrust(): void {
  const stub = window.stub;
  Object.defineProperty(window, 'OnetrustActiveGroups', {
    get: () => `,${['C0001', ...(stub.choice ?? stub.implied)].join()},`,
  });
  Object.assign(window, {
    OneTrust: {
      IsAlertBoxClosed: () => stub.choice !== null,
      GetDomainData: () => ({ ConsentModel: { Name: 'opt-in' } }),
      OnConsentChanged: () => undefined,
      ToggleInfoDisplay: () => (stub.opened += 1),
    },
  });
  stub.emit = (kind) => {
    dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: stub.choice }));
    if (kind === 'decided') dispatchEvent(new Event('OTConsentApplied'));
  };
  stub.emit('ready');
}

export function installUsercentrics3(): void {
  const stub = window.stub;
  const names = ['essential', 'functional', 'marketing', 'measuring'];
  Object.assign(window, {
    __ucCmp: {
      getConsentDetails: () => {
        const on = stub.choice ?? stub.implied;
        const states = names.map((name) => [name, { state: on.includes(name) ? 'ALL_ACCEPTED' : 'ALL_DENIED' }]);
        const type = stub.choice ? 'EXPLICIT' : 'IMPLICIT';
        return Promise.resolve({ consent: { type }, categories: Object.fromEntries(states) as object });
      },
      showSecondLayer: () => (stub.opened += 1),
    },
  });
  stub.emit = (kind) => {
    if (kind === 'ready') dispatchEvent(new Event('UC_UI_INITIALIZED'));
    else dispatchEvent(new CustomEvent('UC_UI_CMP_EVENT', { detail: { source: 'SECOND_LAYER', type: 'SAVE' } }));
  };
  dispatchEvent(new CustomEvent('UC_UI_CMP_EVENT', { detail: { type: 'CMP_SHOWN' } }));
  stub.emit('ready');
}

export function installUsercentrics2(): void {
  const stub = window.stub;
  Object.assign(window, {
    UC_UI: {
      isInitialized: () => true,
      getServicesBaseInfo: () =>
        ['functional', 'marketing', 'measuring'].map((categorySlug) => ({
          categorySlug,
          consent: {
            status: (stub.choice ?? stub.implied).includes(categorySlug),
            history: [{ type: 'implicit' }, ...(stub.choice ? [{ type: 'explicit' }] : [])],
          },
        })),
      showSecondLayer: () => (stub.opened += 1),
    },
  });
  stub.emit = (kind) => {
    if (kind === 'ready') dispatchEvent(new Event('UC_UI_INITIALIZED'));
    else dispatchEvent(new CustomEvent('UC_UI_CMP_EVENT', { detail: { type: 'ACCEPT_ALL' } }));
  };
  stub.emit('ready');
}

export function installDidomi(): void {
  const stub = window.stub;
  type Listener = { event: string; listener: () => void };
  const page = window as Window & { didomiOnReady?: (() => void)[]; didomiEventListeners?: Listener[] };
  Object.assign(window, {
    Didomi: {
      isConsentRequired: () => true,
      isUserConsentStatusPartial: () => stub.choice === null,
      getCurrentUserStatus: () => {
        const on = (stub.choice ?? stub.implied).map((name) => [name, { id: name, enabled: true }]);
        return { purposes: Object.fromEntries(on) as object, vendors: {} };
      },
      preferences: { show: () => (stub.opened += 1) },
    },
  });
  stub.emit = (kind) => {
    if (kind === 'decided')
      for (const { event, listener } of page.didomiEventListeners ?? []) if (event === 'consent.changed') listener();
  };
  const waiting = page.didomiOnReady ?? [];
  for (const listener of waiting) listener();
  // From now on, added listeners are called at once.
  page.didomiOnReady = Object.assign([], { push: (listener: () => void) => (listener(), 1) });
}

export function installCookieFirst(): void {
  const stub = window.stub;
  Object.assign(window, {
    CookieFirst: {
      get consent() {
        if (!stub.choice) return null;
        return Object.fromEntries([['necessary', true], ...stub.choice.map((name) => [name, true] as const)]) as object;
      },
      openPanel: () => (stub.opened += 1),
    },
  });
  stub.emit = (kind) => {
    dispatchEvent(new CustomEvent(kind === 'ready' ? 'cf_init' : 'cf_consent', { detail: stub.choice }));
  };
  stub.emit('ready');
}

export function installConsentmanager(): void {
  const stub = window.stub;
  const listeners: (() => void)[] = [];
  Object.assign(window, {
    __cmp: (command: string, parameter?: [event: string, listener: () => void]) => {
      if (command === 'addEventListener' && parameter?.[0] === 'consent') listeners.push(parameter[1]);
      if (command === 'showScreen') stub.opened += 1;
      if (command !== 'getCMPData') return undefined;
      const on = (stub.choice ?? stub.implied).map((name) => [name, true]);
      return {
        userChoiceExists: stub.choice !== null,
        vendorConsents: Object.fromEntries(on) as object,
        purposeConsents: {},
      };
    },
  });
  stub.emit = (kind) => {
    if (kind === 'decided') for (const listener of listeners) listener();
  };
}

export function installIubenda(): void {
  const stub = window.stub;
  interface Iubenda {
    csConfiguration?: { callback?: Record<string, (preference: unknown) => void> };
    cs?: object;
  }
  const page = window as Window & { _iub?: Iubenda };
  const preference = () =>
    stub.choice ? { purposes: Object.fromEntries(stub.choice.map((name) => [name, true])) as object } : undefined;
  page._iub = Object.assign(page._iub ?? {}, {
    cs: {
      get consent() {
        return preference() ?? {};
      },
      api: { openPreferences: () => (stub.opened += 1) },
    },
  });
  stub.emit = () => {
    if (stub.choice) page._iub?.csConfiguration?.callback?.onPreferenceExpressedOrNotNeeded?.(preference());
  };
  stub.emit('ready');
}

/** The product's own consent: its own endpoint sets the cookie, as from another tab. */
export function installKlaro(): void {
  const stub = window.stub;
  stub.decide = (granted) => {
    const [measuring, advertising, functional] = ['measuring', 'advertising', 'functional'].map((name) =>
      granted.includes(name),
    );
    const choices = {
      'google-tag-manager': measuring && advertising,
      'google-analytics': measuring,
      'audience-measurement': measuring,
      'meta-pixel': advertising,
      youtube: advertising,
      vimeo: false,
      maps: advertising && functional,
    };
    const body = JSON.stringify({ choices });
    void fetch('/api/consent', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(() =>
      dispatchEvent(new StorageEvent('storage', { key: 'causeboard-consent' })),
    );
  };
}
