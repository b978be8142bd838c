import { formatNumber } from '#shared/format/numbers.ts'

const formatIncidentPaymentCount = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'payment' : 'payments'}`

/** Texts of an incident's panels about its payments and setups. */
export const incidentMessages = {
  named: (name: string) => `Incident: ${name}`,
  actions: 'Actions',
  assign: 'Assign',
  assignTitle: () => 'Assign incident',
  setups: 'Payment setup',
  openSetup: (name: string) => `Open ${name}`,
  setupStatus: 'Status',
  showPayments: 'Show payments',
  retry: (count: number) => `Retry ${formatIncidentPaymentCount(count)}`,
  link: (count: number) =>
    count === 1 ? 'Send 1 payment link' : `Send ${formatNumber(count)} payment links`,
  fixFirst:
    'Fix the payment setup, then test and activate it. Then come back here to retry the payments that failed because of it.',
  retryTitle: () => 'Retry payments',
  retryExplain: (count: number, amounts: string) =>
    count === 1
      ? `This charges the member ${amounts} for 1 order. The order is charged once, even if you submit twice.`
      : `This charges members a total of ${amounts} for ${formatNumber(count)} orders. Each order is charged once, even if you submit twice.`,
  linkTitle: () => 'Send payment links',
  linkExplain: (count: number, amounts: string) =>
    count === 1
      ? `1 member gets an email with a link to pay ${amounts}. The link works for 7 days and accepts any card.`
      : `Members get payment links by email for ${formatNumber(count)} orders, ${amounts} in total. Each link works for 7 days and accepts any card.`,
  nothingLeft:
    'There are no payments left to handle. Another operator might have already handled them.',
} as const
