import { formatNumber } from '#shared/format/numbers.ts'

export const alertChannelMessages = {
  more: (name: string) => `More actions for ${name}`,
  test: 'Test and activate',
  settings: 'Settings',
  delete: 'Delete',
  preview: 'Preview',
  previewTitle: (rule: string) => `Preview of ${rule}`,
  previewCount: (count: number) =>
    count === 1
      ? 'This rule would have sent 1 alert in the last 30 days.'
      : `This rule would have sent ${formatNumber(count)} alerts in the last 30 days.`,
  previewMore: (count: number) => `And ${formatNumber(count)} more.`,
  filterWords: 'Filters of stores',
  showStores: 'Show these stores',
  resend: 'Resend',
  resendTitle: (alert: string) => `Resend ${alert}`,
  resendExplain: "We'll send it now and retry later if the channel doesn't respond.",
} as const
