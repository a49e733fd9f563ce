import { type Browser, type BrowserContext, expect as impatient, type Page, test } from '@playwright/test';
import type { ReceivedMail } from '../../support/servers/smtp-server.js';
import type { SiteName, StoryWorld } from '../../support/worlds/story-world.js';
import { waitFor } from '../../support/wait-for.js';

/** One run of the story: site, language and kind of browsers. */
export interface Story {
  world: StoryWorld;
  browser: Browser;
  site: SiteName;
  /** Path prefix of the site, for example `/de`. */
  home: string;
  /** Language of the pages. */
  lang: string;
  /** Country of the job. */
  country: string;
  town: string;
  scripts: boolean;
  viewport: { width: number; height: number };
  /** Part of all names and titles, which makes them unique. */
  stamp: string;
  /** Title of the job. */
  title: string;
}

/** Long enough for a machine on which other tests run. */
const PATIENCE_MS = 30_000;
export const expect = impatient.configure({ timeout: PATIENCE_MS });
const MESSAGE_KEY =
  /\b(account|applications|contacts|dashboard|defined-form|job|job-wizard|organization-form|search)\.[a-z]\w+/;

/** A person in the story, with a separate browser and an address that receives mails. */
export class Person {
  private constructor(
    readonly story: Story,
    readonly firstName: string,
    readonly lastName: string,
    readonly email: string,
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly errors: string[],
  ) {}

  static async enter(story: Story, firstName: string, lastName: string, email?: string): Promise<Person> {
    const { browser, viewport, scripts, lang, stamp } = story;
    const context = await browser.newContext({ viewport, javaScriptEnabled: scripts, locale: lang });
    context.setDefaultTimeout(PATIENCE_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const own = email ?? `${firstName}-${stamp}@people.test`.toLowerCase();
    return new Person(story, firstName, lastName, own, page, context, errors);
  }

  get name(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  /** Does a step of the story, and checks the page on which it ends: it is in one language, and not wider than the screen. */
  async does(what: string, step: () => Promise<void>): Promise<void> {
    await test.step(what, async () => {
      await step();
      await this.looks(what);
    });
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.story.world.at(this.story.site, this.story.home + path));
  }

  /** Waits for the page to which a form or a link leads. */
  async arrives(address: string | RegExp): Promise<void> {
    await this.page.waitForURL(address, { waitUntil: 'domcontentloaded' });
  }

  /** Sends a form whose answer is a page with the given notice. Scripts remove it from the address at once. */
  async sends(form: string, notice: string): Promise<void> {
    await Promise.all([
      this.page.waitForRequest((request) => new URL(request.url()).searchParams.get('notice') === notice),
      this.page.waitForEvent('domcontentloaded'),
      this.page.locator(`${form} button`).click(),
    ]);
  }

  /** Waits for the newest mail to this person about something. @param about text in its subject or body */
  async mailAbout(about: string): Promise<ReceivedMail> {
    const found = () =>
      this.story.world.smtp
        .mailsTo(this.email)
        .findLast(({ subject = '', text = '' }) => `${subject}\n${text}`.includes(about));
    await waitFor(`a mail to ${this.email} about ${about}`, () => found() !== undefined, 30_000);
    return found()!;
  }

  /** Follows the link in a mail to a page. */
  async followLink(mail: ReceivedMail, to: RegExp): Promise<void> {
    const links = mail.links.filter((each) => to.test(each));
    expect(links, mail.text).toHaveLength(1);
    await this.page.goto(links[0]!);
  }

  async leave(): Promise<void> {
    expect(this.errors).toEqual([]);
    await this.context.close();
  }

  private async looks(what: string): Promise<void> {
    const { page, story } = this;
    const seen = {
      what,
      lang: await page.locator('html').getAttribute('lang'),
      overflow: await page.locator('html').evaluate((html) => Math.max(html.scrollWidth - html.clientWidth, 0)),
      untranslated: MESSAGE_KEY.exec(await page.locator('body').innerText())?.[0],
    };
    expect(seen).toEqual({ what, lang: story.lang, overflow: 0, untranslated: undefined });
  }
}
