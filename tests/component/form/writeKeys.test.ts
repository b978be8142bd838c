import { expect, test } from 'vitest'
import { trackWriteKeys } from '#client/runtime/writeKeys.ts'

const form = new FormData()
form.set('writeKey', 'the-page')

test('a form that is submitted twice before its write succeeded keeps its key, so that the write counts once', () => {
  const submitForm = trackWriteKeys()
  const [first, second] = [submitForm(), submitForm()]
  expect(first.getKey(form)).toBe('the-page')
  first.complete(form)
  expect(second.getKey(form)).toBe('the-page')
})

test('a form whose write failed keeps its key, so that a write with an unknown outcome counts once', () => {
  const submitForm = trackWriteKeys()
  expect(submitForm().getKey(form)).toBe('the-page')
  expect(submitForm().getKey(form)).toBe('the-page')
})

test('a form that is submitted again after its write succeeded, before the page reloads, gets another key each time', () => {
  const submitForm = trackWriteKeys()
  submitForm().complete(form)
  const [second, repeated] = [submitForm(), submitForm()]
  const secondKey = second.getKey(form)
  expect(secondKey).not.toBe('the-page')
  expect(repeated.getKey(form)).toBe(secondKey)
  second.complete(form)
  expect(['the-page', secondKey]).not.toContain(submitForm().getKey(form))
})

test('the key of another form does not change', () => {
  const submitForm = trackWriteKeys()
  submitForm().complete(form)
  const other = new FormData()
  other.set('writeKey', 'another')
  expect(submitForm().getKey(other)).toBe('another')
})
