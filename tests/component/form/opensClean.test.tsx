import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

async function open(path: string) {
  const platform = createMemoryPlatform([buildSize(2, 'Large', 'L')])
  const view = await renderConsole(path, { platform })
  const dialog = await screen.findByRole('dialog')
  return { ...view, dialog, panel: within(dialog) }
}

const getInvalidInputs = (dialog: HTMLElement) => dialog.querySelectorAll('[aria-invalid="true"]')

describe('A panel opens without errors', () => {
  test('when code moves the focus, as when a dialog opens twice', async () => {
    const { user, dialog, panel } = await open('/sizes?create')
    const name = panel.getByRole('textbox', { name: /^Name/ })
    act(() => name.focus())
    act(() => name.blur())
    act(() => name.focus())
    expect(getInvalidInputs(dialog)).toHaveLength(0)
    // Leaving the field validates it (spec.md section 5).
    await user.tab()
    await waitFor(() => expect(getInvalidInputs(dialog)).toHaveLength(1))
  })

  test('when the window loses the focus', async () => {
    const { user, dialog, panel } = await open('/sizes?create')
    const name = panel.getByRole('textbox', { name: /^Name/ })
    await user.click(name)
    await user.keyboard('{Shift}')
    // The field stays the active element of its page.
    act(() => void name.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    expect(getInvalidInputs(dialog)).toHaveLength(0)
  })

  test("when its URL prefills a value that isn't valid", async () => {
    const { dialog } = await open('/sizes?create&begin[code]=much-too-long-for-a-code')
    expect(getInvalidInputs(dialog)).toHaveLength(0)
  })

  test('when a draft is restored', async () => {
    sessionStorage.setItem('draft.7.sizes.2', '{"code":"much-too-long-for-a-code"}')
    onTestFinished(() => sessionStorage.clear())
    const { user, dialog, panel } = await open('/sizes?edit=2')
    await user.click(await panel.findByRole('button', { name: 'Restore' }))
    const code = panel.getByRole('textbox', { name: /^Code/ })
    expect(code).toHaveValue('much-too-long-for-a-code')
    expect(getInvalidInputs(dialog)).toHaveLength(0)
    await user.click(code)
    await user.tab()
    await waitFor(() => expect(getInvalidInputs(dialog)).toHaveLength(1))
  })
})
