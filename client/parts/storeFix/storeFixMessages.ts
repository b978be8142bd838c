import { formatNumber } from '#shared/format/numbers.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'

const formatAmounts = (items: readonly string[]) => new Intl.ListFormat('en').format(items)

type FixTitles = {
  fixing: (store: string) => string
  fixed: (store: string) => string
  /** It's active, but its test couldn't check every step. */
  active: (store: string) => string
}

/** What is fixed for a store, by kind of integration. */
const fixTitles: Record<IntegrationKind, FixTitles> = {
  mail: {
    fixing: (store) => `You're fixing the SMTP settings for ${store}.`,
    fixed: (store) => `The SMTP settings for ${store} are fixed.`,
    active: (store) => `The SMTP settings for ${store} are active.`,
  },
  signOn: {
    fixing: (store) => `You're fixing the SSO setup for ${store}.`,
    fixed: (store) => `The SSO setup for ${store} is fixed.`,
    active: (store) => `The SSO setup for ${store} is active.`,
  },
  payment: {
    fixing: (store) => `You're fixing the payment setup for ${store}.`,
    fixed: (store) => `The payment setup for ${store} is fixed.`,
    active: (store) => `The payment setup for ${store} is active.`,
  },
  gift: {
    fixing: (store) => `You're fixing the gift card setup for ${store}.`,
    fixed: (store) => `The gift card setup for ${store} is fixed.`,
    active: (store) => `The gift card setup for ${store} is active.`,
  },
  print: {
    fixing: (store) => `You're fixing the print-on-demand setup for ${store}.`,
    fixed: (store) => `The print-on-demand setup for ${store} is fixed.`,
    active: (store) => `The print-on-demand setup for ${store} is active.`,
  },
}

export const storeFixMessages = {
  titles: fixTitles,
  unpaid: (orders: number, amounts: readonly string[]) =>
    orders === 1
      ? `1 order (${formatAmounts(amounts)}), placed while payments were failing, is still unpaid.`
      : `${formatNumber(orders)} orders (${formatAmounts(amounts)}), placed while payments were failing, are still unpaid.`,
}
