import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { listDisplays } from '#client/form/inputs/listDisplays.tsx'
import { color, list, optional } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'

const renderInput = (field: Field, value: unknown) => (
  <form>
    <FieldInput id="field-it" name="it" field={field} value={value} />
  </form>
)

function showInput(field: Field, value: unknown) {
  const { container } = render(renderInput(field, value))
  const form = container.querySelector('form')
  const onChange = vi.fn<() => void>()
  form?.addEventListener('change', onChange)
  const getValue = () => parseFormData({ it: field }, new FormData(form ?? undefined))['it']
  return { user: userEvent.setup(), getValue, onChange, container }
}

describe('Color input', () => {
  const hex = optional(color('Hex'))
  const getTextInput = () => screen.getByRole('textbox', { name: 'Hex' })
  const getPicker = () => screen.getByLabelText<HTMLInputElement>('Choose hex')

  test('the picker follows a valid color and is empty otherwise', async () => {
    const { user } = showInput(hex, '#1B2440')
    expect(getPicker()).toHaveValue('#1b2440')
    await user.clear(getTextInput())
    expect(getPicker()).toHaveAttribute('data-empty')
    await user.type(getTextInput(), '#8E3B2E')
    expect(getPicker()).toHaveValue('#8e3b2e')
    expect(getPicker()).not.toHaveAttribute('data-empty')
  })

  test('picking a color fills the text, which is the only value sent, and notifies the form', () => {
    const { getValue, onChange } = showInput(hex, null)
    fireEvent.input(getPicker(), { target: { value: '#00ff7f' } })
    expect(getTextInput()).toHaveValue('#00FF7F')
    fireEvent.change(getPicker(), { target: { value: '#00ff80' } })
    expect(getValue()).toBe('#00FF80')
    expect(onChange).toHaveBeenCalled()
    expect(getPicker()).not.toHaveAttribute('name')
  })
})

describe('List input', () => {
  const tags = list('Tags', { max: 20 })
  const getTextInput = () => screen.getByRole('textbox', { name: 'Tags' })
  const getChips = () => screen.queryAllByRole('listitem').map((chip) => chip.textContent)

  test('Enter, a comma, and leaving the field each add the typed text as a chip', async () => {
    const { user, getValue, onChange } = showInput(tags, ['new'])
    expect(getChips()).toEqual(['new'])
    await user.type(getTextInput(), 'sale{Enter}late,')
    expect(getChips()).toEqual(['new', 'sale', 'late'])
    await user.type(getTextInput(), 'gone')
    expect(getValue()).toEqual(['new', 'sale', 'late', 'gone'])
    await user.tab()
    expect(getChips()).toEqual(['new', 'sale', 'late', 'gone'])
    expect(getValue()).toEqual(['new', 'sale', 'late', 'gone'])
    expect(onChange).toHaveBeenCalled()
  })

  test("a button and Backspace remove chips, and a duplicate isn't added", async () => {
    const { user, getValue } = showInput(tags, ['a', 'b', 'c'])
    await user.click(screen.getByRole('button', { name: 'Remove b' }))
    expect(getTextInput()).toHaveFocus()
    await user.type(getTextInput(), 'a{Enter}{Backspace}')
    expect(getValue()).toEqual(['a'])
    await user.keyboard('{Backspace}')
    expect(getValue()).toEqual([])
  })

  test('a list that allows duplicates keeps them and removes the clicked one', async () => {
    const waits = list('Tags', { max: 4, allowDuplicates: true })
    const { user, getValue } = showInput(waits, ['1d', '2d', '2d'])
    await user.type(getTextInput(), '1d{Enter}')
    expect(getValue()).toEqual(['1d', '2d', '2d', '1d'])
    await user.click(screen.getAllByRole('button', { name: 'Remove 1d' })[0] ?? getTextInput())
    expect(getValue()).toEqual(['2d', '2d', '1d'])
    expect(getChips()).toEqual(['2d', '2d', '1d'])
  })

  test('pasting adds several chips', async () => {
    const { user, getValue } = showInput(tags, [])
    await user.click(getTextInput())
    await user.paste('one, two\nthree')
    expect(getValue()).toEqual(['one', 'two', 'three'])
  })

  test('without JavaScript, the list is one text input with commas', () => {
    const page = new DOMParser().parseFromString(
      renderToString(renderInput(tags, ['a', 'b'])),
      'text/html',
    )
    expect(page.querySelector<HTMLInputElement>('#field-it')?.value).toBe('a, b')
    const form = page.querySelector('form')
    expect(parseFormData({ it: tags }, new FormData(form ?? undefined))['it']).toEqual(['a', 'b'])
  })
})

test('many choices are collapsed into a summary of all selected ones', async () => {
  const options = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`o${at}`, `One ${at}`]))
  const { user, getValue } = showInput(list('Choices', { max: 30, options }), ['o3'])
  const summary = screen.getByText('One 3', { selector: 'summary' })
  await user.click(summary)
  await user.click(screen.getByRole('checkbox', { name: 'One 5' }))
  expect(summary).toHaveTextContent('One 3, One 5')
  expect(getValue()).toEqual(['o3', 'o5'])
})

test('the optional mark is next to the label and not part of the accessible name', () => {
  showInput(optional(color('Second')), null)
  expect(screen.getByRole('textbox', { name: 'Second' })).not.toHaveAttribute('aria-required')
  expect(screen.getByText('Optional').closest('label')).toBeNull()
})

test('a filter is neither required nor optional, unlike its field', () => {
  const kinds = ['text', 'colour', 'integer', 'toggle', 'select', 'date', 'list'] as const
  const { container } = render(
    <form>
      {kinds.map((kind) => (
        <div key={kind}>
          {listDisplays[kind].filter?.({
            field: { kind, label: kind, required: true, options: [{ value: 'a', label: 'A' }] },
            getInputProps: (op) => ({
              id: `${kind}-${op}`,
              name: `${kind}-${op}`,
              label: `${kind} ${op}`,
              defaultValue: '',
              error: undefined,
            }),
            selectedLabel: undefined,
            zone: 'UTC',
          })}
        </div>
      ))}
    </form>,
  )
  expect(container.querySelectorAll('input, select').length).toBeGreaterThanOrEqual(kinds.length)
  expect(container.querySelectorAll('[aria-required], [required]')).toHaveLength(0)
  expect(screen.queryByText('optional')).toBeNull()
})
