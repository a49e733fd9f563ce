import { Module, Injectable } from '@nestjs/common';
import type { FormAction } from './form-action.js';

const PLACEHOLDER = /\{[a-z]+\}/g;

/** The actions of all forms, by the path of their page. Modules register theirs at startup. */
@Injectable()
export class FormRegistry {
  private readonly actions = new Map<string, FormAction>();
  private readonly patterns: { pattern: RegExp; action: FormAction }[] = [];

  /** @throws if the path already has an action */
  add(action: FormAction): void {
    for (const path of action.paths) {
      if (this.actions.has(path)) throw new Error(`Two forms are sent to ${path}`);
      this.actions.set(path, action);
      if (path.includes('{'))
        this.patterns.push({ pattern: new RegExp(`^${path.replace(PLACEHOLDER, '[^/]+')}$`), action });
    }
  }

  /** @param path without the locale prefix */
  find(path: string): FormAction | undefined {
    return this.actions.get(path) ?? this.patterns.find(({ pattern }) => pattern.test(path))?.action;
  }
}

@Module({ providers: [FormRegistry], exports: [FormRegistry] })
export class FormsModule {}
