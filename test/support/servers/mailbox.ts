import type { SiteUnderTest } from '../data/site.js';
import { waitFor } from '../wait-for.js';

/**
 * Reads mails from the place where the product keeps them for developers.
 *
 * @param page path of the link's target
 * @returns the link in the newest mail that contains one, as a path
 */
export async function linkTo(site: SiteUnderTest, email: string, page: string): Promise<string> {
  let link = '';
  await waitFor(`the mail to ${email}`, async () => {
    const { $ } = await site.page('/dev/mailbox');
    const items = $('li').filter((_index, item) => $(item).text().includes(email));
    for (const path of items.map((_index, item) => $(item).find('a').attr('href')).get()) {
      const mail = await site.page(`${path}/html`);
      const found = mail.$(`a[href*="${page}"]`).first().attr('href');
      if (found) link ||= found;
    }
    return link !== '';
  });
  const { pathname, search } = new URL(link);
  return pathname + search;
}
