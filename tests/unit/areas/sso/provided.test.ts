import { expect, test } from 'vitest'
import { throwNotProvided } from '#machines/notProvided.ts'

test('a missing effect throws an error with its name and the cause', () => {
  const cause = new Error('refused')
  expect(() => throwNotProvided('announceFailure', cause)).toThrow(
    expect.objectContaining({ message: expect.stringContaining('"announceFailure"'), cause }),
  )
})
