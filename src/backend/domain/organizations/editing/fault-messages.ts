import type { OrganizationRule } from '#contract/organization-form/organization-form.js';
import { formErrorsWith } from '../../forms/form-errors.js';

export const organizationErrors = formErrorsWith<OrganizationRule>('organization', {
  year: {},
  unverified: {},
  closed: {},
  nothing: {},
});
