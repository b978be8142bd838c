import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'

/** What is fixed for a store, by kind of integration. */
export const storeFixMessages: Record<
  IntegrationKind,
  { fixing: (store: string) => string; fixed: (store: string) => string }
> = {
  mail: {
    fixing: (store) => `SMTP settings for ${store}`,
    fixed: (store) => `The SMTP settings for ${store} are fixed.`,
  },
  signOn: {
    fixing: (store) => `SSO setup for ${store}`,
    fixed: (store) => `The SSO setup for ${store} is fixed.`,
  },
  payment: {
    fixing: (store) => `Payment setup for ${store}`,
    fixed: (store) => `The payment setup for ${store} is fixed.`,
  },
  gift: {
    fixing: (store) => `Gift card setup for ${store}`,
    fixed: (store) => `The gift card setup for ${store} is fixed.`,
  },
  print: {
    fixing: (store) => `Print-on-demand setup for ${store}`,
    fixed: (store) => `The print-on-demand setup for ${store} is fixed.`,
  },
}
