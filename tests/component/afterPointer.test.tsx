import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextInput } from '#client/ui/TextInput.tsx'

const message = () => screen.queryByText('Name is a required field')

function show() {
  render(<TextInput id="name" name="name" label="Name" rules="required" />)
  return screen.getByLabelText('Name')
}

test('a check waits until the pointer is released, so that nothing moves under it', () => {
  const input = show()
  input.focus()
  fireEvent.pointerDown(document.body)
  fireEvent.blur(input)
  expect(message()).toBeNull()
  fireEvent.pointerUp(document.body)
  expect(message()).toBeVisible()
})

test('without a pointer it is made at once', () => {
  const input = show()
  input.focus()
  fireEvent.blur(input)
  expect(message()).toBeVisible()
})
