import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Textarea } from '#client/ui/Textarea.tsx'
import { TextInput } from '#client/ui/TextInput.tsx'

describe('spec.md section 2, Text input', () => {
  test('has a label, a name, a type that is text by default, and starts with its model value', () => {
    render(<TextInput id="name" name="name" label="Name" defaultValue="Large" />)
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(input).toHaveAttribute('type', 'text')
    expect(input).toHaveAttribute('name', 'name')
    expect(input).toHaveValue('Large')
  })

  test('takes another type, a placeholder, and can be disabled', () => {
    render(<TextInput id="n" name="n" label="Name" type="email" placeholder="you@…" disabled />)
    const input = screen.getByLabelText('Name')
    expect(input).toHaveAttribute('type', 'email')
    expect(input).toHaveAttribute('placeholder', 'you@…')
    expect(input).toBeDisabled()
  })

  test('shows prefix, suffix and hint; the hint describes it', () => {
    render(<TextInput id="n" name="n" label="Chest" prefix="≈" suffix="cm" hint="Laid flat." />)
    expect(screen.getByText('≈')).toBeVisible()
    expect(screen.getByText('cm')).toBeVisible()
    expect(screen.getByLabelText('Chest')).toHaveAccessibleDescription('Laid flat.')
  })

  test('says that it may be left empty, or that it must not', () => {
    render(
      <>
        <TextInput id="a" name="a" label="Given" required />
        <TextInput id="b" name="b" label="Open" required={false} />
      </>,
    )
    expect(screen.getByRole('textbox', { name: 'Given' })).toBeRequired()
    expect(screen.getByRole('textbox', { name: 'Open (optional)' })).not.toBeRequired()
  })

  test('shows a message from outside under it, before the hint, and is marked wrong', () => {
    render(<TextInput id="n" name="n" label="Code" hint="Short." error="Code is taken" />)
    const input = screen.getByLabelText('Code')
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('Code is taken Short.')
  })

  test('without a message it is not marked', () => {
    render(<TextInput id="n" name="n" label="Code" />)
    expect(screen.getByLabelText('Code')).not.toHaveAttribute('aria-invalid')
    expect(screen.getByLabelText('Code')).not.toHaveAttribute('aria-describedby')
  })
})

describe.each([
  ['Text input', TextInput],
  ['Textarea', Textarea],
])('spec.md section 5, rules of a %s', (_, Control) => {
  const field = () => screen.getByRole('textbox', { name: 'Code' })

  test('are checked on blur and on change, not on input', async () => {
    const user = userEvent.setup()
    render(<Control id="c" name="c" label="Code" rules="required|max:3" />)
    await user.type(field(), 'far too long')
    expect(field()).toBeValid()
    await user.tab()
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription('Code must be at most 3 characters')
    await user.clear(field())
    expect(field()).toHaveAccessibleDescription('Code must be at most 3 characters')
    await user.tab()
    expect(field()).toHaveAccessibleDescription('Code is a required field')
    await user.type(field(), 'ABC')
    await user.tab()
    expect(field()).toBeValid()
    expect(field()).not.toHaveAccessibleDescription()
  })

  test('may be a function; "{field} is not valid." is its default message', async () => {
    const user = userEvent.setup()
    render(<Control id="c" name="c" label="Code" rules={(value) => value !== 'bad'} />)
    await user.type(field(), 'bad')
    await user.tab()
    expect(field()).toHaveAccessibleDescription('Code is not valid.')
  })

  test("give way to the server's word", async () => {
    const user = userEvent.setup()
    render(<Control id="c" name="c" label="Code" rules="required" error="Code is taken" />)
    await user.click(field())
    await user.tab()
    expect(field()).toHaveAccessibleDescription('Code is taken')
  })
})
