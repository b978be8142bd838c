import { expect } from 'vitest'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { createCaller } from './calling.ts'
import type { Caller } from './calling.ts'

const dayMs = 24 * 60 * 60_000

/** The values of a key that can read and write sizes for a month. */
export const buildApiKey = ({ platform }: TestPlatform, values: object = {}) => ({
  name: 'Nightly import',
  kind: 'personal',
  permissions: ['Sizes:read', 'Sizes:write'],
  storeIds: [],
  networks: [],
  expiresAt: new Date(platform.now().getTime() + 30 * dayMs).toISOString(),
  ...values,
})

/** Creates a key as this operator. Returns its ID, its text, and a caller that uses it. */
export async function createApiKey(
  platform: TestPlatform,
  owner: Caller,
  values: object = {},
): Promise<{ id: number; key: string; call: Caller }> {
  const { status, body } = await owner('POST', '/apiKeys', { body: buildApiKey(platform, values) })
  expect(status).toBe(201)
  return { id: body.record.id, key: body.key, call: createCaller(platform, body.key) }
}
