import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AccountModule, CaptchaSolver } from '../account/index.js';
import { FormRegistry, FormsModule } from '../forms/index.js';
import { contactForm } from './contact-form.js';

/** Messages of visitors to whoever runs the site. */
@Module({ imports: [FormsModule, AccountModule] })
export class ContactModule implements OnModuleInit {
  constructor(
    @Inject(FormRegistry) private readonly forms: FormRegistry,
    @Inject(CaptchaSolver) private readonly captchas: CaptchaSolver,
  ) {}

  onModuleInit(): void {
    this.forms.add(contactForm(this.captchas));
  }
}
