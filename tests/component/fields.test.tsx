import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Select } from '#client/ui/Select.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import type { SwitchProps } from '#client/ui/Switch.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { TextInput } from '#client/ui/TextInput.tsx'
import { toggle } from '#shared/fields.ts'
import { valuesFrom } from '#shared/formValues.ts'

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

describe('spec.md section 2, Textarea', () => {
  test('has id, name, placeholder, label, hint and model value, and can be disabled', () => {
    render(
      <Textarea
        id="note"
        name="note"
        label="Note"
        placeholder="Why?"
        hint="Members see it."
        defaultValue="Because"
        disabled
      />,
    )
    const area = screen.getByRole('textbox', { name: 'Note' })
    expect(area).toHaveAttribute('id', 'note')
    expect(area).toHaveAttribute('name', 'note')
    expect(area).toHaveAttribute('placeholder', 'Why?')
    expect(area).toHaveAccessibleDescription('Members see it.')
    expect(area).toHaveValue('Because')
    expect(area).toBeDisabled()
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
      expect(valuesFrom({ active: toggle('Active') }, new FormData(form))).toEqual({ active: true })
      await userEvent.click(box())
      expect(sent()).toEqual(['0'])
      expect(valuesFrom({ active: toggle('Active') }, new FormData(form))).toEqual({
        active: false,
      })
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
})
