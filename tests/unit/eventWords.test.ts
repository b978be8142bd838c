import { describe, expect, test } from 'vitest'
import { eventWords } from '#shared/eventWords.ts'

describe('events of the audit log in words', () => {
  test.each([
    ['sizes.created', 'Created size'],
    ['sizes.updated', 'Changed size'],
    ['auth.signedIn', 'Signed in'],
  ])('%s is "%s"', (event, words) => expect(eventWords(event)).toBe(words))

  test.each(['stars.exploded', 'sizes.toString', 'constructor', ''])(
    'an event nobody described stays as it is: "%s"',
    (event) => expect(eventWords(event)).toBe(event),
  )
})
