import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'

const getError = () => screen.queryByText('Name is a required field')

function renderInput() {
  render(<TextInput id="name" name="name" label="Name" rules="required" />)
  return screen.getByLabelText('Name')
}

test('validation waits until the pointer is released so that nothing moves under it', () => {
  const input = renderInput()
  input.focus()
  fireEvent.pointerDown(document.body)
  act(() => input.blur())
  expect(getError()).toBeNull()
  fireEvent.pointerUp(document.body)
  expect(getError()).toBeVisible()
})

test.each([
  ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['a pointer move without a button', () => fireEvent.pointerMove(document.body)],
])('%s counts as a release that the page missed', (_what, trigger) => {
  const input = renderInput()
  input.focus()
  fireEvent.pointerDown(document.body)
  act(() => input.blur())
  expect(getError()).toBeNull()
  trigger()
  expect(getError()).toBeVisible()
})

test("a pointer move with a button held doesn't count as a release", () => {
  const input = renderInput()
  input.focus()
  fireEvent.pointerDown(document.body)
  act(() => input.blur())
  fireEvent.pointerMove(document.body, { buttons: 1 })
  expect(getError()).toBeNull()
  fireEvent.pointerUp(document.body)
})

test('validation without a pointer runs immediately', () => {
  const input = renderInput()
  input.focus()
  fireEvent.keyDown(input, { key: 'Tab' })
  act(() => input.blur())
  expect(getError()).toBeVisible()
})
