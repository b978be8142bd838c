import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Select } from '#client/ui/Select.tsx'

const options = [
  { value: 'adult', label: 'Adult' },
  { value: 'youth', label: 'Youth' },
]
const select = () => screen.getByRole('combobox', { name: 'Group' })
const choices = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('offers its options and starts with the one given', () => {
  render(<Select id="g" name="g" label="Group" options={options} defaultValue="youth" />)
  expect(choices()).toEqual(['Adult', 'Youth'])
  expect(select()).toHaveValue('youth')
})

test('offers to choose nothing only where it is given words for it', () => {
  render(<Select id="g" name="g" label="Group" options={options} emptyLabel="Any" />)
  expect(choices()).toEqual(['Any', 'Adult', 'Youth'])
  expect(select()).toHaveValue('')
})

test('shows hint and message', () => {
  render(<Select id="g" name="g" label="Group" options={options} hint="Who?" error="No such" />)
  expect(select()).toBeInvalid()
  expect(select()).toHaveAccessibleDescription('No such Who?')
})

test('spec.md section 5: rules are checked on blur and on change', async () => {
  const user = userEvent.setup()
  const words = (value: string) => value !== 'youth' || 'Adults only.'
  render(<Select id="g" name="g" label="Group" options={options} emptyLabel="–" rules={words} />)
  await user.selectOptions(select(), 'Youth')
  expect(select()).toHaveAccessibleDescription('Adults only.')
  await user.selectOptions(select(), 'Adult')
  expect(select()).toBeValid()
})
