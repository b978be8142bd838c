import type { giftCardSetup as definition } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'

type GiftCardSetupSeed = Omit<ValuesOf<typeof definition>, 'apiKey' | 'webhookSecret'> & {
  state: string
}

const commonSetup = {
  currency: 'EUR',
  minAmount: 1000,
  maxAmount: 50_000,
  codePrefix: 'GIFT',
  codeLength: 16,
  codeCharacters: 'mixed',
  expiryMonths: 24,
  storeIds: [],
} as const

export const giftCardSetupRows: GiftCardSetupSeed[] = [
  {
    ...commonSetup,
    name: 'Runa sandbox',
    environment: 'sandbox',
    state: 'draft',
    lowBalances: [],
    dailyCap: null,
    monthlyCap: null,
    storeIds: [],
  },
  {
    ...commonSetup,
    name: 'Runa',
    environment: 'live',
    state: 'active',
    lowBalances: ['EUR 500.00', 'GBP 300.00', 'JPY 50000', 'USD 500.00'],
    dailyCap: 5_000_000,
    monthlyCap: 100_000_000,
    storeIds: [],
  },
]
