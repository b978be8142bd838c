import { expect, test } from 'vitest'
import { throwNotProvided } from '#machines/notProvided.ts'

test('an effect that nobody provided says which one is missing, and why it was wanted', () => {
  const cause = new Error('refused')
  expect(() => throwNotProvided('announceFailure', cause)).toThrow(
    expect.objectContaining({ message: expect.stringContaining('"announceFailure"'), cause }),
  )
})
