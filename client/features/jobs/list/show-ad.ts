/** The part of Google Publisher Tag that is used here; its script runs the queued commands when it is loaded. */
interface PublisherTag {
  cmd: { push(...commands: (() => void)[]): unknown };
  defineSlot(unit: string, sizes: unknown, id: string): { addService(service: unknown): void } | null;
  pubads(): unknown;
  enableServices(): void;
  display(id: string): void;
  destroySlots?(slots: unknown[]): void;
}

const SCRIPT = 'https://securepubads.g.doubleclick.net/tag/js/gpt.js';
const SIZES = [[320, 100], [300, 100], 'fluid'];

const page = globalThis as typeof globalThis & { googletag?: PublisherTag };
let count = 0;

/** Loads an advertisement into its placeholder. Only called if the visitor allows it. */
export function showAd(place: HTMLElement, until: AbortSignal): void {
  const { adUnit, adLabel } = place.dataset;
  if (!adUnit) return;
  const slot = document.createElement('div');
  slot.id = `ad-${(count += 1)}`;
  const label = document.createElement('p');
  label.textContent = adLabel ?? '';
  place.replaceChildren(label, slot);
  const tag = publisherTag();
  tag.cmd.push(() => {
    const defined = tag.defineSlot(adUnit, SIZES, slot.id);
    if (!defined) return;
    defined.addService(tag.pubads());
    tag.enableServices();
    tag.display(slot.id);
    until.addEventListener('abort', () => tag.destroySlots?.([defined]));
  });
}

/** Loads the script for the first advertisement of a page. */
function publisherTag(): PublisherTag {
  if (!page.googletag) {
    // The script adds the other properties before it runs the queued commands.
    page.googletag = { cmd: [] as (() => void)[] } as unknown as PublisherTag;
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    document.head.append(script);
  }
  return page.googletag;
}
