import { act, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { serverRendered } from '#tests/support/browser/hydrate.tsx'
import { usePreHydrationInput } from '#client/form/drafts/usePreHydrationInput.ts'
import { ListInput } from '#client/form/inputs/ListInput.tsx'
import { list } from '#shared/engine/fields/fields.ts'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'

const heard = vi.fn<(name: string, value: string) => void>()

function Form() {
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationInput(form)
  return (
    <form
      ref={form}
      onInput={({ target }) => {
        const { name } = target as HTMLInputElement // Only controls are in it.
        heard(name, new FormData(form.current ?? undefined).getAll(name).join())
      }}
    >
      <TextInput id="name" name="name" label="Name" defaultValue="Acme" />
      <TextInput id="code" name="code" label="Code" defaultValue="acme" />
      <Textarea id="notes" name="notes" label="Notes" defaultValue="Ships from Leipzig" />
      {/* It sends nothing: a picker of colours follows what is typed beside it. */}
      <input type="color" aria-label="Picker" defaultValue="#000000" />
      <ListInput id="tags" name="tags" field={tags} value={['new', 'sale']} {...bare} />
      <Select id="plan" name="plan" label="Plan" defaultValue="a" options={plans} />
    </form>
  )
}

const tags = list('Tags', { max: 20 })
const bare = { error: undefined, choices: undefined, inherited: undefined, siblings: {} }
const plans = [
  { value: 'a', label: 'Growth' },
  { value: 'b', label: 'Start' },
]

test('what is typed before the script arrives stays, in a text area that held text too, and is heard once it is there', async () => {
  const { hydrate } = serverRendered(<Form />)
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
  expect(heard.mock.calls).toEqual([
    ['name', 'Acme 2'],
    ['notes', 'Ships from Leipzig and Bremen'],
    // Its input is emptied when chips take over what it held: what it sends is what it sent.
    ['tags', 'new,sale,'],
    ['plan', 'b'],
  ])
})
