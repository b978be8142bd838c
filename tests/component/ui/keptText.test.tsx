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
