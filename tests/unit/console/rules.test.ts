import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findFirstFailure } from '#client/ui/inputs/rules.ts'
import type { Rules } from '#client/ui/inputs/rules.ts'

describe('spec.md section 5: rules are an object, text or a function', () => {
  test.each<[Rules, string, string | undefined]>([
    [{ required: true }, '', 'Name is a required field'],
    [{ required: true }, '   ', 'Name is a required field'],
    [{ required: true }, 'Large', undefined],
    [{ required: false }, '', undefined],
    [{ max: 3 }, 'abcd', 'Name must be at most 3 characters'],
    [{ max: 3 }, '👕👕👕', undefined],
    [{ min: 3 }, 'ab', 'Name must be at least 3 characters'],
    [{ integer: true }, '1.5', 'Name must be a whole number'],
    [{ integer: true }, '-15', undefined],
    [{ email: true }, 'operator', 'Name is not valid.'],
    [{ email: true }, 'operator@example.com', undefined],
    [{ url: true }, 'example', 'Name is not valid.'],
    [{ url: true }, 'https://example.com', undefined],
    [{ matches: /^[A-Z]+$/ }, 'abc', 'Name is not valid.'],
    ['required', '', 'Name is a required field'],
    ['required|max:3', '', 'Name is a required field'],
    ['required|max:3', 'abcd', 'Name must be at most 3 characters'],
    ['', 'anything', undefined],
    [(value) => value !== 'bad', 'bad', 'Name is not valid.'],
    [(value) => value !== 'bad' || 'Not that one.', 'bad', 'Not that one.'],
    [(value) => value !== 'bad', 'good', undefined],
  ])('the rules %j return for %j: %j', (rules, value, message) => {
    expect(findFirstFailure('Name', rules, value)).toBe(message)
  })

  test('text and object rules mean the same', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 20 }), (value, max) => {
        expect(findFirstFailure('Name', `required|max:${max}`, value)).toBe(
          findFirstFailure('Name', { required: true, max }, value),
        )
      }),
    )
  })
})

test('checking stops at the first failing rule, whatever their order', () => {
  expect(findFirstFailure('Name', { matches: /x/, max: 1, required: true }, '')).toBe(
    'Name is a required field',
  )
  expect(findFirstFailure('Name', { matches: /x/, max: 1 }, 'abc')).toBe(
    'Name must be at most 1 characters',
  )
})

test('an empty value breaks only the rule "required"', () => {
  const all: Rules = { email: true, url: true, integer: true, min: 5, max: 9, matches: /x/ }
  expect(findFirstFailure('Name', all, '')).toBeUndefined()
})

test('an unknown rule throws an error that names it', () => {
  expect(() => findFirstFailure('Name', 'required|shiny', 'x')).toThrow(
    'There is no rule named shiny in "required|shiny"',
  )
})
