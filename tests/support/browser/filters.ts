import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens the filter menu of a list at one column. */
export async function openFilter(user: UserEvent, column: string): Promise<void> {
  const button = await screen.findByLabelText('Filter')
  const menu = button.closest('details')
  if (!menu) throw new Error('The button of the filters opens nothing')
  if (!menu.open) await user.click(button)
  const part = within(menu).getByText(column, { selector: 'summary' })
  if (!part.closest('details')?.open) await user.click(part)
}
