/** Currencies and periods of salaries in forms. */
export const SALARY_CHOICES = {
  currencyCode: ['CAD', 'USD', 'GBP', 'EUR', 'CHF'],
  salaryUnit: ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR'],
} as const;
