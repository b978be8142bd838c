import { expect } from 'vitest'
import type { ApiResult, Caller } from './calling.ts'

/** Makes a change with an impact: reads the impact, and confirms it. */
export async function patchConfirmed(
  call: Caller,
  path: string,
  change: { body: object; ifMatch: number },
): Promise<ApiResult> {
  const rejection = await call('PATCH', path, change)
  expect(rejection).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
  return call('PATCH', `${path}?reach=${rejection.body.reach.token}`, change)
}
