import type { giftCardSetup as definition } from '#shared/areas/giftCards/giftCardSetup.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

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

const giftCardSetupRows: GiftCardSetupSeed[] = [
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
    lowBalances: ['500.00 EUR', '300.00 GBP', '50000 JPY', '500.00 USD'],
    dailyCap: 5_000_000,
    monthlyCap: 100_000_000,
    storeIds: [],
  },
]

export async function insertGiftCardSetups(context: SeedContext): Promise<void> {
  await insertRecords(context, 'giftCardSetup', giftCardSetupRows)
}
