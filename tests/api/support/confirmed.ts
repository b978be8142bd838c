import { expect } from 'vitest'
import type { Answered, Caller } from './calling.ts'

/** Makes a change that reaches others: hears what it reaches, and confirms it. */
export async function confirmed(
  call: Caller,
  path: string,
  change: { body: object; ifMatch: number },
): Promise<Answered> {
  const told = await call('PATCH', path, change)
  expect(told).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
  return call('PATCH', `${path}?reach=${told.body.reach.token}`, change)
}
