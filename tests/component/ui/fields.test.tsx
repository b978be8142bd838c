import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { DateInput } from '#client/ui/inputs/DateInput.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Switch } from '#client/ui/inputs/Switch.tsx'
import type { SwitchProps } from '#client/ui/inputs/Switch.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { toggle } from '#shared/engine/fields/fields.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'

describe('spec.md section 2, Text input', () => {
  test('has a label, a name, and an initial value, with the type "text" by default', () => {
    render(<TextInput id="name" name="name" label="Name" defaultValue="Large" />)
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(input).toHaveAttribute('type', 'text')
    expect(input).toHaveAttribute('name', 'name')
    expect(input).toHaveValue('Large')
  })

  test('supports another type and a placeholder', () => {
    render(<TextInput id="n" name="n" label="Name" type="email" placeholder="you@..." />)
    const input = screen.getByLabelText('Name')
    expect(input).toHaveAttribute('type', 'email')
    expect(input).toHaveAttribute('placeholder', 'you@...')
  })

  test('shows a prefix and suffix', () => {
    render(<TextInput id="n" name="n" label="Chest" prefix="≈" suffix="cm" />)
    expect(screen.getByText('≈')).toBeVisible()
    expect(screen.getByText('cm')).toBeVisible()
  })

  test('keeps its error while typing until the next validation', async () => {
    const user = userEvent.setup()
    render(<TextInput id="c" name="c" label="Code" rules="required|max:3" />)
    const input = screen.getByRole('textbox', { name: 'Code' })
    await user.type(input, 'far too long')
    await user.tab()
    expect(input).toHaveAccessibleDescription('Code must be at most 3 characters')
    await user.clear(input)
    expect(input).toHaveAccessibleDescription('Code must be at most 3 characters')
    await user.tab()
    expect(input).toHaveAccessibleDescription('Code is a required field')
  })
})

describe('spec.md section 2, Textarea', () => {
  test('has a placeholder and an initial value', () => {
    render(
      <Textarea id="note" name="note" label="Note" placeholder="Why?" defaultValue="Because" />,
    )
    const area = screen.getByRole('textbox', { name: 'Note' })
    expect(area).toHaveAttribute('placeholder', 'Why?')
    expect(area).toHaveValue('Because')
  })

  test("has the theme's colors", () => {
    render(
      (['slate', 'primary', 'error', 'warning', 'success'] as const).map((color) => (
        <Textarea key={color} id={color} name={color} label={color} color={color} />
      )),
    )
    const looks = screen.getAllByRole('textbox').map(({ className }) => className)
    expect(new Set(looks).size).toBe(5)
  })
})

describe('Select', () => {
  const options = [
    { value: 'adult', label: 'Adult' },
    { value: 'youth', label: 'Youth' },
  ]
  const getSelect = () => screen.getByRole('combobox', { name: 'Group' })
  const getOptionTexts = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  test('offers its options and starts with the given one', () => {
    render(<Select id="g" name="g" label="Group" options={options} defaultValue="youth" />)
    expect(getOptionTexts()).toEqual(['Adult', 'Youth'])
    expect(getSelect()).toHaveValue('youth')
  })

  test('offers an empty choice only if it has a label', () => {
    render(<Select id="g" name="g" label="Group" options={options} emptyLabel="Any" />)
    expect(getOptionTexts()).toEqual(['Any', 'Adult', 'Youth'])
    expect(getSelect()).toHaveValue('')
  })
})

describe('Switch', () => {
  const getSwitch = () => screen.getByRole('switch', { name: 'Active' })

  function renderSwitch(props: Partial<SwitchProps> = {}) {
    render(
      <form aria-label="Size">
        <Switch id="active" name="active" label="Active" {...props} />
      </form>,
    )
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Size' })
    return { getValues: () => new FormData(form).getAll('active'), form }
  }

  describe('spec.md section 2, Switch: true value 1 and false value 0', () => {
    test('a form submits 0 when off, and 1 as the last value when on', async () => {
      const { getValues, form } = renderSwitch()
      expect(getValues()).toEqual(['0'])
      await userEvent.click(getSwitch())
      expect(getValues().at(-1)).toBe('1')
      expect(parseFormData({ active: toggle('Active') }, new FormData(form))).toEqual({
        active: true,
      })
      await userEvent.click(getSwitch())
      expect(getValues()).toEqual(['0'])
      expect(parseFormData({ active: toggle('Active') }, new FormData(form))).toEqual({
        active: false,
      })
    })

    test('other values can be set', async () => {
      const { getValues } = renderSwitch({ trueValue: 'yes', falseValue: 'no' })
      expect(getValues()).toEqual(['no'])
      await userEvent.click(getSwitch())
      expect(getValues().at(-1)).toBe('yes')
    })
  })

  test('starts with its initial state and toggles by its label', async () => {
    renderSwitch({ defaultChecked: true })
    expect(getSwitch()).toBeChecked()
    await userEvent.click(screen.getByText('Active'))
    expect(getSwitch()).not.toBeChecked()
  })

  test.each<[Partial<SwitchProps>, boolean]>([
    [{ defaultValue: 1 }, true],
    [{ defaultValue: '1' }, true],
    [{ defaultValue: 0 }, false],
    [{ defaultValue: 'yes', trueValue: 'yes' }, true],
    [{ defaultValue: 1, trueValue: 'yes' }, false],
    [{ checked: true, onChange: () => undefined }, true],
  ])('with %j, it is on: %j', (props, on) => {
    renderSwitch(props)
    expect(getSwitch().matches(':checked')).toBe(on)
  })

  test('shows its icon', () => {
    renderSwitch({ icon: <img alt="Lamp" /> })
    expect(screen.getByRole('img', { name: 'Lamp' })).toBeInTheDocument()
  })

  test('spec.md section 5: a required switch must be on', async () => {
    const user = userEvent.setup()
    renderSwitch({ rules: 'required' })
    await user.tab()
    await user.tab()
    expect(getSwitch()).toHaveAccessibleDescription('Active is a required field')
    await user.click(getSwitch())
    expect(getSwitch()).toBeValid()
  })
})

describe('Date input', () => {
  test('is a native input with an initial day and submits YYYY-MM-DD', () => {
    render(
      <form aria-label="Form">
        <DateInput id="d" name="d" label="Day" day="2026-11-21" min="2026-01-01" max="2026-12-31" />
      </form>,
    )
    const input = screen.getByLabelText('Day')
    expect(input).toHaveAttribute('type', 'date')
    expect(input).toHaveAttribute('min', '2026-01-01')
    expect(input).toHaveAttribute('max', '2026-12-31')
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Form' })
    expect(new FormData(form).get('d')).toBe('2026-11-21')
  })

  test.each([null, undefined])('without a day (%s), it is empty', (day) => {
    render(<DateInput id="d" name="d" label="Day" {...(day === undefined ? {} : { day })} />)
    expect(screen.getByLabelText('Day')).toHaveValue('')
  })
})
