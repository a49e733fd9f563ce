import type { Locator, Page } from '@playwright/test';

/** A form field to choose several options of a long list: a combobox, with the chosen options above it. */
export class ChoiceField {
  readonly frame: Locator;
  readonly combobox: Locator;
  /** The options that are listed at present. */
  readonly options: Locator;
  /** The buttons that remove chosen options. */
  readonly chosen: Locator;
  readonly status: Locator;

  /** @param name of the field */
  constructor(page: Page, name: string) {
    this.frame = page.locator(`fieldset[data-field="${name}"]`);
    this.combobox = this.frame.getByRole('combobox');
    this.options = this.frame.getByRole('option');
    this.chosen = this.frame.getByRole('list').getByRole('button');
    this.status = this.frame.getByRole('status');
  }

  /** @returns the values that the form submits */
  values(): Promise<string[]> {
    return this.frame
      .locator('input[type="checkbox"]:checked')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  }

  /** Chooses an option with the pointer, and closes the list. */
  async choose(text: string): Promise<void> {
    await this.combobox.fill(text);
    await this.frame.getByRole('option', { name: text, exact: true }).click();
    await this.combobox.press('Escape');
  }

  async chooseAt(index: number): Promise<void> {
    await this.combobox.click();
    await this.options.nth(index).click();
    await this.combobox.press('Escape');
  }

  async remove(text: string): Promise<void> {
    await this.frame.getByRole('button', { name: `Remove ${text}`, exact: true }).click();
  }
}
