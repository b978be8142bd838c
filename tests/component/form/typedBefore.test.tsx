import { act, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'
import { usePreHydrationInput } from '#client/form/drafts/usePreHydrationInput.ts'
import { ListInput } from '#client/form/inputs/ListInput.tsx'
import { list } from '#shared/engine/fields/fields.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'

const onFieldInput = vi.fn<(name: string, value: string) => void>()

function Form() {
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form)
  return (
    <form
      ref={form}
      onInput={({ target }) => {
        const { name } = target as HTMLInputElement // The form has only controls.
        onFieldInput(name, new FormData(form.current ?? undefined).getAll(name).join())
      }}
    >
      <TextInput id="name" name="name" label="Name" defaultValue="Acme" />
      <TextInput id="code" name="code" label="Code" defaultValue="acme" />
      <Textarea id="notes" name="notes" label="Notes" defaultValue="Ships from Leipzig" />
      {/* Has no name, so it sends nothing, and follows the text beside it. */}
      <input type="color" aria-label="Picker" defaultValue="#000000" />
      <ListInput id="tags" name="tags" field={tags} value={['new', 'sale']} {...emptyProps} />
      <Select id="plan" name="plan" label="Plan" defaultValue="a" options={plans} />
    </form>
  )
}

const tags = list('Tags', { max: 20 })
const emptyProps = { error: undefined, choices: undefined, inherited: undefined, siblings: {} }
const plans = [
  { value: 'a', label: 'Growth' },
  { value: 'b', label: 'Start' },
]

test('text typed before hydration stays, even in a text area with text, and is reported after it', async () => {
  const { hydrate } = renderOnServer(<Form />)
  const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' })
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const plan = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Plan' })
  notes.value = 'Ships from Leipzig and Bremen'
  name.value = 'Acme 2'
  plan.value = 'b'
  screen.getByLabelText<HTMLInputElement>('Picker').value = '#ffffff'
  expect(await hydrate()).toEqual([])
  await act(async () => undefined)
  expect([notes.value, name.value, plan.value]).toEqual([
    'Ships from Leipzig and Bremen',
    'Acme 2',
    'b',
  ])
  expect(onFieldInput.mock.calls).toEqual([
    ['name', 'Acme 2'],
    ['notes', 'Ships from Leipzig and Bremen'],
    // The chips empty the visible input, but the submitted value stays the same.
    ['tags', 'new,sale,'],
    ['plan', 'b'],
  ])
})
