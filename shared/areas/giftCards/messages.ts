/** Runa's environments. Only `live` moves money. */
export const giftCardEnvironments = { sandbox: 'Sandbox', live: 'Live' } as const

/**
 * Character sets for codes. None contains two characters that look alike (0 O, 1 I L, 2 Z, 5 S, 8
 * B).
 */
export const codeCharacters = {
  mixed: "Letters and digits that don't look alike: ACDEFGHJKMNPQRTUVWXY34679",
  letters: "Letters that don't look alike: ACDEFGHJKMNPQRTUVWXY",
  digits: 'Digits: 0123456789',
} as const

/**
 * Statuses that depend on the clock and the operator's choices. The platform computes them whenever
 * templates are read.
 */
export const templateStatuses = {
  live: 'Active',
  scheduled: 'Scheduled',
  paused: 'Paused',
  ended: 'Ended',
  off: 'Off',
} as const

/** A product's state at Runa; `withdrawn` products have left its catalog. */
export const productStates = {
  live: 'Live',
  degraded: 'Degraded',
  disabled: 'Disabled',
  withdrawn: 'Withdrawn',
} as const

export const amountKinds = {
  range: 'Range with steps',
  fixed: 'Fixed amounts',
} as const

export const deliveries = { email: 'Email', link: 'Link' } as const

/** A gift card's status; `waiting` cards are ordered and their outcome isn't known yet. */
export const giftCardStatuses = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
} as const

/** The states of a gift card's link, as Runa reports them. */
export const cardLinkStates = {
  active: 'Not opened yet',
  claimed: 'Opened',
  canceled: 'Canceled',
  expired: 'Expired',
} as const
export type CardLinkState = keyof typeof cardLinkStates

/** Who or what reports the steps of a gift card. */
export const stepSources = {
  console: 'Console',
  platform: 'Platform',
  runa: 'Runa',
  mailServer: 'Mail server',
} as const
export type StepSource = keyof typeof stepSources

/** The variables of emails and pages, with the values that a preview fills in. */
export const templateVariables = {
  recipient: 'alex@example.com',
  amount: '25.00 EUR',
  product: 'Bookshop',
  link: 'https://example.com/card/preview',
  code: 'GIFT-ACDE-FGHJ',
  expires: '12/31/2027',
  store: 'Acme Rewards',
  sender: 'Acme',
} as const

const variableNames = Object.keys(templateVariables).map((name) => `{{${name}}}`)

export const variablesHint = `You can use the variables ${variableNames.slice(0, -1).join(', ')}, and ${variableNames.at(-1)}.`

export const giftCardFieldMessages = {
  recipient: 'Send to',
  amount: 'Amount',
  amountHint: (from: string, to: string, step: string) =>
    `Enter ${from} to ${to}, in steps of ${step}.`,
  product: 'Product',
  store: 'Store',
  template: 'Template',
} as const
