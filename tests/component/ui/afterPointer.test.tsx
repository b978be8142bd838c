import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'

const message = () => screen.queryByText('Name is a required field')

function show() {
  render(<TextInput id="name" name="name" label="Name" rules="required" />)
  return screen.getByLabelText('Name')
}

test('a check waits until the pointer is released, so that nothing moves under it', () => {
  const input = show()
  input.focus()
  fireEvent.pointerDown(document.body)
  act(() => input.blur())
  expect(message()).toBeNull()
  fireEvent.pointerUp(document.body)
  expect(message()).toBeVisible()
})

test.each([
  ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['a pointer that moves with no button held', () => fireEvent.pointerMove(document.body)],
])('%s tells of a release that the page did not hear', (_what, happens) => {
  const input = show()
  input.focus()
  fireEvent.pointerDown(document.body)
  act(() => input.blur())
  expect(message()).toBeNull()
  happens()
  expect(message()).toBeVisible()
})

test('a pointer that moves while it is down is still down', () => {
  const input = show()
  input.focus()
  fireEvent.pointerDown(document.body)
  act(() => input.blur())
  fireEvent.pointerMove(document.body, { buttons: 1 })
  expect(message()).toBeNull()
  fireEvent.pointerUp(document.body)
})

test('without a pointer it is made at once', () => {
  const input = show()
  input.focus()
  fireEvent.keyDown(input, { key: 'Tab' })
  act(() => input.blur())
  expect(message()).toBeVisible()
})
