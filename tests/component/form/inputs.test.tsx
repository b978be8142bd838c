import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { listDisplays } from '#client/form/inputs/listDisplays.tsx'
import { color, list, optional } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'

const input = (field: Field, value: unknown) => (
  <form>
    <FieldInput id="field-it" name="it" field={field} value={value} />
  </form>
)

function show(field: Field, value: unknown) {
  const { container } = render(input(field, value))
  const form = container.querySelector('form')
  const changed = vi.fn<() => void>()
  form?.addEventListener('change', changed)
  const sent = () => parseFormData({ it: field }, new FormData(form ?? undefined))['it']
  return { user: userEvent.setup(), sent, changed, container }
}

describe('a colour: its picker beside the text', () => {
  const hex = optional(color('Hex'))
  const text = () => screen.getByRole('textbox', { name: 'Hex' })
  const picker = () => screen.getByLabelText<HTMLInputElement>('Choose hex')

  test('the picker shows what is typed, and nothing of what is no colour', async () => {
    const { user } = show(hex, '#1B2440')
    expect(picker()).toHaveValue('#1b2440')
    await user.clear(text())
    expect(picker()).toHaveAttribute('data-empty')
    await user.type(text(), '#8E3B2E')
    expect(picker()).toHaveValue('#8e3b2e')
    expect(picker()).not.toHaveAttribute('data-empty')
  })

  test('what is picked is the text, which alone is sent; the form hears it', () => {
    const { sent, changed } = show(hex, null)
    fireEvent.input(picker(), { target: { value: '#00ff7f' } })
    expect(text()).toHaveValue('#00FF7F')
    fireEvent.change(picker(), { target: { value: '#00ff80' } })
    expect(sent()).toBe('#00FF80')
    expect(changed).toHaveBeenCalled()
    expect(picker()).not.toHaveAttribute('name')
  })
})

describe('a list of short texts: chips', () => {
  const tags = list('Tags', { max: 20 })
  const text = () => screen.getByRole('textbox', { name: 'Tags' })
  const chips = () => screen.queryAllByRole('listitem').map((chip) => chip.textContent)

  test('each entry is one; Enter, a comma and leaving the field add what is typed', async () => {
    const { user, sent, changed } = show(tags, ['new'])
    expect(chips()).toEqual(['new'])
    await user.type(text(), 'sale{Enter}late,')
    expect(chips()).toEqual(['new', 'sale', 'late'])
    await user.type(text(), 'gone')
    expect(sent()).toEqual(['new', 'sale', 'late', 'gone'])
    await user.tab()
    expect(chips()).toEqual(['new', 'sale', 'late', 'gone'])
    expect(sent()).toEqual(['new', 'sale', 'late', 'gone'])
    expect(changed).toHaveBeenCalled()
  })

  test('a button and Backspace take them away; what is there already is not added', async () => {
    const { user, sent } = show(tags, ['a', 'b', 'c'])
    await user.click(screen.getByRole('button', { name: 'Remove b' }))
    expect(text()).toHaveFocus()
    await user.type(text(), 'a{Enter}{Backspace}')
    expect(sent()).toEqual(['a'])
    await user.keyboard('{Backspace}')
    expect(sent()).toEqual([])
  })

  test('a list whose entries may repeat keeps equal ones, and takes away the one that is meant', async () => {
    const waits = list('Tags', { max: 4, allowDuplicates: true })
    const { user, sent } = show(waits, ['1d', '2d', '2d'])
    await user.type(text(), '1d{Enter}')
    expect(sent()).toEqual(['1d', '2d', '2d', '1d'])
    await user.click(screen.getAllByRole('button', { name: 'Remove 1d' })[0] ?? text())
    expect(sent()).toEqual(['2d', '2d', '1d'])
    expect(chips()).toEqual(['2d', '2d', '1d'])
  })

  test('several are pasted at once', async () => {
    const { user, sent } = show(tags, [])
    await user.click(text())
    await user.paste('one, two\nthree')
    expect(sent()).toEqual(['one', 'two', 'three'])
  })

  test('without a script they are one line with commas', () => {
    const page = new DOMParser().parseFromString(
      renderToString(input(tags, ['a', 'b'])),
      'text/html',
    )
    expect(page.querySelector<HTMLInputElement>('#field-it')?.value).toBe('a, b')
    const form = page.querySelector('form')
    expect(parseFormData({ it: tags }, new FormData(form ?? undefined))['it']).toEqual(['a', 'b'])
  })
})

test('many choices are unfolded from a line that says which are chosen, and none is cut', async () => {
  const options = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`o${at}`, `One ${at}`]))
  const { user, sent } = show(list('Choices', { max: 30, options }), ['o3'])
  const summary = screen.getByText('One 3', { selector: 'summary' })
  await user.click(summary)
  await user.click(screen.getByRole('checkbox', { name: 'One 5' }))
  expect(summary).toHaveTextContent('One 3, One 5')
  expect(sent()).toEqual(['o3', 'o5'])
})

test('that a field is optional stands beside its label and is no part of its name', () => {
  show(optional(color('Second')), null)
  expect(screen.getByRole('textbox', { name: 'Second' })).not.toHaveAttribute('aria-required')
  expect(screen.getByText('optional').closest('label')).toBeNull()
})

test('a filter is neither required nor optional, whatever its field is', () => {
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
