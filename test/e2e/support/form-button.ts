import type { Locator, Page } from '@playwright/test';

/** @returns the visible button that submits a defined form with this `go`, not the hidden one that the Enter key activates */
export const formButton = (page: Page, go: string): Locator =>
  page.locator(`form[data-defined-form] button[value="${go}"]:not([aria-hidden])`);
