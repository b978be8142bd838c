import type { GuardedItem } from '#shared/navigation/menu.ts'
import type { Action as Right } from '#shared/permissions/permissions.ts'
import type { PageLink } from '#client/ui/pageActions.ts'

/**
 * An item to open: its label, what distinguishes it from others (`detail`), and its URL. `of` is the
 * record it acts on, `submits` the ID of a form to submit instead; `stays` marks a link that reopens
 * the palette itself.
 */
export type PaletteItem = {
  to: string
  label: string
  /** Other names by which it's found. */
  aliases?: readonly string[]
  detail?: string
  of?: string
  submits?: string
  stays?: true
  /** How close it is to what was typed, if something was; lower is closer (`rateNames`). */
  rating?: number
} & Pick<PageLink, 'preventScrollReset' | 'download'>
export type PaletteGroup = { title: string; items: PaletteItem[] }

/** Returns whether the operator may open the item, or use the given permission on it. */
export type AccessCheck = (guarded: GuardedItem, action?: Right) => boolean
