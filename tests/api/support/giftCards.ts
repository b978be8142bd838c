import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { buildRunaState } from '#scripts/mockProviders/runa.ts'
import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import type { Caller } from './calling.ts'

/** Runs a job to its end, and returns the results of its rows. */
export async function runJob(platform: TestPlatform, call: Caller, job: number) {
  const kinds = buildJobKinds(areas)
  const runner = { platform: platform.platform, kinds, beforeCommit: recomputeStoreStats }
  await runJobTurn({ ...runner, isTurnOver: () => false }, job)
  return (await call('GET', `/jobs/${job}/rows?outcome=&limit=10`)).body
}

/** Creates an active account at Runa in this environment, with its catalog. Returns its ID. */
export async function createGiftCardAccount(
  platform: TestPlatform,
  call: Caller,
  environment: 'sandbox' | 'live',
): Promise<number> {
  const { apiKey, liveKey } = buildRunaState()
  const { body } = await call('POST', '/giftCardSetup', {
    body: {
      name: environment,
      environment,
      apiKey: environment === 'live' ? liveKey : apiKey,
      currency: 'EUR',
      lowBalances: [],
      minAmount: null,
      maxAmount: null,
      dailyCap: null,
      monthlyCap: null,
      codePrefix: 'GIFT',
      codeLength: 12,
      codeCharacters: 'mixed',
      expiryMonths: 12,
      webhookSecret: null,
      storeIds: [],
    },
  })
  await sql`update gift_card_setup set state = 'active' where id = ${body.id}`.execute(
    platform.platform.db,
  )
  await runJob(platform, call, (await call('POST', '/giftCardProducts/sync', { body: {} })).body.id)
  return body.id
}

/** Creates a template in EUR with the account's products, and returns its record. */
export async function createGiftCardTemplate(
  call: Caller,
  environment: 'sandbox' | 'live',
  values: Record<string, unknown> = {},
) {
  const products = (
    await call(
      'GET',
      `/giftCardProducts?limit=50&filter[environment][eq]=${environment}&filter[state][eq]=live`,
    )
  ).body.data
  const { body } = await call('POST', '/giftCardTemplates', {
    body: {
      name: 'Thanks',
      code: `c${randomUUID().slice(0, 8)}`,
      storeIds: [],
      environment,
      currency: 'EUR',
      productIds: products
        .filter(({ currency }: { currency: string }) => currency === 'EUR')
        .map(({ id }: { id: number }) => id),
      amountKind: 'fixed',
      amounts: ['10.00', '25.00'],
      minAmount: null,
      maxAmount: null,
      step: null,
      expiryMonths: null,
      delivery: 'email',
      sender: 'Acme',
      subject: 'A gift of {{amount}}',
      body: 'Dear {{recipient}},\n\nfor {{product}}: {{link}} {{code}}',
      headline: null,
      message: null,
      logo: null,
      textColour: '#FFFFFF',
      backgroundColour: '#3730A3',
      monthlyCap: null,
      startsAt: null,
      endsAt: null,
      active: true,
      paused: false,
      pauseReason: null,
      ...values,
    },
  })
  return body
}
