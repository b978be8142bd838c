import type { PageLink } from '#client/ui/pageActions.ts'

/**
 * An item to open: its label, what distinguishes it from others (`detail`), and its URL. `of` is the
 * record it acts on, `submits` the ID of a form to submit instead; `stays` marks a link that reopens
 * the palette itself.
 */
export type PaletteItem = {
  to: string
  label: string
  detail?: string
  of?: string
  submits?: string
  stays?: true
} & Pick<PageLink, 'preventScrollReset' | 'download'>
export type PaletteGroup = { title: string; items: PaletteItem[] }
