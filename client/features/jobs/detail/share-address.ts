import type { ShareTarget } from '#contract/pages/public-site.js';

/** Where a link is shared: an address of that service, opened only on a click. */
export function shareAddress(target: ShareTarget, url: string, title: string): string {
  const link = encodeURIComponent(url);
  const text = encodeURIComponent(title);
  const both = encodeURIComponent(`${title} ${url}`);
  const addresses: Record<ShareTarget, string> = {
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${link}`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${link}`,
    email: `mailto:?subject=${text}&body=${link}`,
    twitter: `https://x.com/intent/post?text=${text}&url=${link}`,
    whatsapp: `https://wa.me/?text=${both}`,
    bluesky: `https://bsky.app/intent/compose?text=${both}`,
    xing: `https://www.xing.com/spi/shares/new?url=${link}`,
  };
  return addresses[target];
}
