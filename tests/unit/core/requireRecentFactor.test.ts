import { expect, test } from 'vitest'
import { stepUpMinutes } from '#shared/engine/stepUp.ts'
import { hasRecentFactor } from '#server/platform/core/auth/requireRecentFactor.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'

const now = Date.parse('2026-03-04T05:06:07Z')
const limitMs = stepUpMinutes * 60_000

test.each([
  { age: 0, isRecent: true },
  { age: limitMs, isRecent: true },
  { age: limitMs + 1, isRecent: false },
  { age: null, isRecent: false },
])('a second factor that was proved $age ms ago is recent: $isRecent', ({ age, isRecent }) => {
  const caller = {
    id: 1,
    factorConfirmedAt: age === null ? null : new Date(now - age).toISOString(),
  } as Account & { factorConfirmedAt: string | null } // Nothing else is read.
  expect(hasRecentFactor(caller, new Date(now).toISOString())).toBe(isRecent)
})
