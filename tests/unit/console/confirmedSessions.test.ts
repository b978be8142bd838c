import { expect, test } from 'vitest'
import { ConfirmedSessions } from '#server/console/signIn/confirmedSessions.ts'

const rejected = { status: 401, code: 'signed_out', detail: 'Signed out.' }

test('a rejected session or a failed check is checked again', async () => {
  const sessions = new ConfirmedSessions(() => 0)
  const answers = [rejected, 'fault', null, rejected] as const
  let checks = 0
  const checkSession = async () => {
    const answer = answers[checks++] ?? null
    if (answer === 'fault') throw new Error('fault')
    return answer
  }
  expect(await sessions.confirm('t', checkSession)).toBe(rejected)
  await expect(sessions.confirm('t', checkSession)).rejects.toThrow('fault')
  expect(await sessions.confirm('t', checkSession)).toBe(null)
  expect(await sessions.confirm('t', checkSession)).toBe(null)
  expect(checks).toBe(3)
})

test('a session that ends during its check is not remembered as confirmed', async () => {
  const sessions = new ConfirmedSessions(() => 0)
  let answer: (value: null) => void = () => undefined
  const pending = sessions.confirm('t', () => new Promise((resolve) => (answer = resolve)))
  sessions.delete('t')
  answer(null)
  expect(await pending).toBe(null)
  expect(await sessions.confirm('t', async () => rejected)).toBe(rejected)
})
