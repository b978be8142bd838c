import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'
import { Textarea } from '#client/ui/inputs/Textarea.tsx'

test('text typed into a filled text area before hydration stays', async () => {
  const area = <Textarea id="notes" name="notes" label="Notes" defaultValue="Ships from Leipzig" />
  const { hydrate } = renderOnServer(area)
  const notes = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' })
  notes.value = 'Ships from Leipzig and Bremen'
  expect(await hydrate()).toEqual([])
  expect(notes.value).toBe('Ships from Leipzig and Bremen')
})

test('the cursor stays where it was in a text that was typed before hydration', async () => {
  const page = renderOnServer(<Textarea id="notes" name="notes" label="Notes" defaultValue="Old" />)
  const area = screen.getByLabelText<HTMLTextAreaElement>('Notes')
  area.focus()
  area.value = 'Older'
  area.setSelectionRange(1, 3, 'backward')
  expect(await page.hydrate()).toEqual([])
  const { selectionStart, selectionEnd, selectionDirection } = area
  expect([selectionStart, selectionEnd, selectionDirection]).toEqual([1, 3, 'backward'])
})
