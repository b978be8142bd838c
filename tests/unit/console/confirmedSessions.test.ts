import { expect, test } from 'vitest'
import { ConfirmedSessions } from '#server/console/signIn/confirmedSessions.ts'

const rejected = { status: 401, code: 'signed_out', detail: 'Signed out.' }

test('a rejected session, or a failed question, is asked for again', async () => {
  const sessions = new ConfirmedSessions(() => 0)
  const answers = [rejected, 'fault', null, rejected] as const
  let asked = 0
  const ask = async () => {
    const answer = answers[asked++] ?? null
    if (answer === 'fault') throw new Error('fault')
    return answer
  }
  expect(await sessions.confirm('t', ask)).toBe(rejected)
  await expect(sessions.confirm('t', ask)).rejects.toThrow('fault')
  expect(await sessions.confirm('t', ask)).toBe(null)
  expect(await sessions.confirm('t', ask)).toBe(null)
  expect(asked).toBe(3)
})

test('a session that ends while it is confirmed is not remembered as confirmed', async () => {
  const sessions = new ConfirmedSessions(() => 0)
  let answer: (value: null) => void = () => undefined
  const pending = sessions.confirm('t', () => new Promise((resolve) => (answer = resolve)))
  sessions.delete('t')
  answer(null)
  expect(await pending).toBe(null)
  expect(await sessions.confirm('t', async () => rejected)).toBe(rejected)
})
