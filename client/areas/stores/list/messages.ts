import { formatNumber } from '#shared/format/numbers.ts'

export const storesPanelsMessages = {
  storesOf: (count: number, organisation: string) =>
    count === 1 ? `1 store in ${organisation}` : `${formatNumber(count)} stores in ${organisation}`,
  defaultsExplain:
    'Every store inherits these settings unless it overrides them. A change affects every store that inherits the setting.',
  compare: 'Compare',
  alert: 'Alert on these stores',
  overrides: 'See which stores override these settings',
  checks: {
    title: 'Run checks',
    explain:
      "Checks each store's readiness and custom domain (DNS) in a job that you can follow and cancel. Store settings don't change.",
    run: 'Run checks',
  },
} as const

export const overridesMessages = {
  title: 'Overridden platform defaults',
  settings: 'Platform defaults',
  stores: 'Stores that override this setting',
  none: 'Every store inherits this setting.',
  changedBy: (who: string, when: string) => `Changed on ${when} by ${who}`,
  unknown: 'The log no longer has this change.',
  previous: 'Previous',
  next: 'Next',
} as const
