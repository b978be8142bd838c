import { afterAll, beforeAll } from 'vitest'
import type { Gateway } from '#shared/areas/payments/gateways.ts'
import type { PaymentProvider } from '#server/platform/areas/payments/providers/paymentProvider.ts'
import { paymentProviders } from '#server/platform/areas/payments/providers/paymentProviders.ts'

/** Replaces how a provider charges and finds payments, for the tests of a `describe` block. */
export function replaceCharges(
  gateway: Gateway,
  replacement: Partial<Pick<PaymentProvider, 'charge' | 'findCharge'>>,
): void {
  const provider = paymentProviders[gateway]
  const original = { ...provider }
  beforeAll(() => void Object.assign(provider, replacement))
  afterAll(() => void Object.assign(provider, original))
}
