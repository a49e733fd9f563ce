import type { SalaryRange } from '#contract/generated/resolvers.js';
import type { JobTable } from '../../platform/database/schema.js';

export type SalaryColumns = Pick<JobTable, 'salary_min' | 'salary_max' | 'salary_currency' | 'salary_unit'>;

/** @returns null when the employer gave no figure. */
export function salaryOf(row: SalaryColumns): SalaryRange | null {
  if (row.salary_currency === null || row.salary_unit === null) return null;
  if (row.salary_min === null && row.salary_max === null) return null;
  return {
    minSalary: row.salary_min,
    maxSalary: row.salary_max,
    currencyCode: row.salary_currency,
    salaryUnit: row.salary_unit,
  };
}
