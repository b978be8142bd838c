import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Switch } from '#client/ui/Switch.tsx'
import type { SwitchProps } from '#client/ui/Switch.tsx'
import { toggle } from '#shared/fields.ts'
import { valuesFrom } from '#shared/formValues.ts'

const box = () => screen.getByRole('switch', { name: 'Active' })

function renderSwitch(props: Partial<SwitchProps> = {}) {
  render(
    <form aria-label="Size">
      <Switch id="active" name="active" label="Active" {...props} />
    </form>,
  )
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Size' })
  return { sent: () => new FormData(form).getAll('active'), form }
}

describe('spec.md section 2, Switch: true value 1 and false value 0', () => {
  test('off, a form sends 0; on, its last value is 1', async () => {
    const { sent, form } = renderSwitch()
    expect(sent()).toEqual(['0'])
    await userEvent.click(box())
    expect(sent().at(-1)).toBe('1')
    expect(valuesFrom({ active: toggle('Active') }, new FormData(form))).toEqual({ active: true })
    await userEvent.click(box())
    expect(sent()).toEqual(['0'])
    expect(valuesFrom({ active: toggle('Active') }, new FormData(form))).toEqual({ active: false })
  })

  test('other values can be given', async () => {
    const { sent } = renderSwitch({ trueValue: 'yes', falseValue: 'no' })
    expect(sent()).toEqual(['no'])
    await userEvent.click(box())
    expect(sent().at(-1)).toBe('yes')
  })

  test('disabled, it sends nothing', () => {
    const { sent } = renderSwitch({ disabled: true })
    expect(sent()).toEqual([])
  })
})

test('starts as it is given, and its label switches it', async () => {
  renderSwitch({ defaultChecked: true })
  expect(box()).toBeChecked()
  await userEvent.click(screen.getByText('Active'))
  expect(box()).not.toBeChecked()
})

test('shows icon, hint and message', () => {
  renderSwitch({ icon: <img alt="Lamp" />, hint: 'Members see it.', error: 'Not now.' })
  expect(screen.getByRole('img', { name: 'Lamp' })).toBeInTheDocument()
  expect(box()).toBeInvalid()
  expect(box()).toHaveAccessibleDescription('Not now. Members see it.')
})

test('spec.md section 5: required means that it must be on', async () => {
  const user = userEvent.setup()
  renderSwitch({ rules: 'required' })
  await user.tab()
  await user.tab()
  expect(box()).toHaveAccessibleDescription('Active is a required field')
  await user.click(box())
  expect(box()).toBeValid()
})
