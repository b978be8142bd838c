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
  test('has a label, a name, a type that is text by default, and starts with its model value', () => {
    render(<TextInput id="name" name="name" label="Name" defaultValue="Large" />)
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(input).toHaveAttribute('type', 'text')
    expect(input).toHaveAttribute('name', 'name')
    expect(input).toHaveValue('Large')
  })

  test('takes another type and a placeholder', () => {
    render(<TextInput id="n" name="n" label="Name" type="email" placeholder="you@..." />)
    const input = screen.getByLabelText('Name')
    expect(input).toHaveAttribute('type', 'email')
    expect(input).toHaveAttribute('placeholder', 'you@...')
  })

  test('shows prefix and suffix', () => {
    render(<TextInput id="n" name="n" label="Chest" prefix="≈" suffix="cm" />)
    expect(screen.getByText('≈')).toBeVisible()
    expect(screen.getByText('cm')).toBeVisible()
  })

  test('keeps its message while it is typed in, until the next check', async () => {
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
  test('has a placeholder and starts with its model value', () => {
    render(
      <Textarea id="note" name="note" label="Note" placeholder="Why?" defaultValue="Because" />,
    )
    const area = screen.getByRole('textbox', { name: 'Note' })
    expect(area).toHaveAttribute('placeholder', 'Why?')
    expect(area).toHaveValue('Because')
  })

  test('has the colours of the theme', () => {
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
})

describe('Switch', () => {
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
      expect(parseFormData({ active: toggle('Active') }, new FormData(form))).toEqual({
        active: true,
      })
      await userEvent.click(box())
      expect(sent()).toEqual(['0'])
      expect(parseFormData({ active: toggle('Active') }, new FormData(form))).toEqual({
        active: false,
      })
    })

    test('other values can be given', async () => {
      const { sent } = renderSwitch({ trueValue: 'yes', falseValue: 'no' })
      expect(sent()).toEqual(['no'])
      await userEvent.click(box())
      expect(sent().at(-1)).toBe('yes')
    })
  })

  test('starts as it is given, and its label switches it', async () => {
    renderSwitch({ defaultChecked: true })
    expect(box()).toBeChecked()
    await userEvent.click(screen.getByText('Active'))
    expect(box()).not.toBeChecked()
  })

  test.each<[Partial<SwitchProps>, boolean]>([
    [{ defaultValue: 1 }, true],
    [{ defaultValue: '1' }, true],
    [{ defaultValue: 0 }, false],
    [{ defaultValue: 'yes', trueValue: 'yes' }, true],
    [{ defaultValue: 1, trueValue: 'yes' }, false],
    [{ checked: true, onChange: () => undefined }, true],
  ])('given %j it is on: %j', (props, on) => {
    renderSwitch(props)
    expect(box().matches(':checked')).toBe(on)
  })

  test('shows its icon', () => {
    renderSwitch({ icon: <img alt="Lamp" /> })
    expect(screen.getByRole('img', { name: 'Lamp' })).toBeInTheDocument()
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
})

describe('Date input', () => {
  test('is the native field, starts with its day and sends it as YYYY-MM-DD', () => {
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

  test.each([null, undefined])('without a day (%s) it is empty', (day) => {
    render(<DateInput id="d" name="d" label="Day" {...(day === undefined ? {} : { day })} />)
    expect(screen.getByLabelText('Day')).toHaveValue('')
  })
})
