import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const stack = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
  alignContent: 'start',
} as const
const card = {
  maxWidth: '760px',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
} as const

export const form = style(card)
export const created = style([card, stack, { padding: theme.space.x4 }])
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })

/** What the key can do, with the forms beside it if there is room. */
export const page = style({
  ...stack,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' } },
})
export const column = style(stack)
export const inset = style({ ...stack, gap: theme.space.x2, padding: theme.space.x4 })

/** Calls by the first part of their path. */
export const group = style({ borderTop: `1px solid ${theme.color.line}` })
export const summary = style({
  padding: `6px ${theme.space.x4}`,
  fontWeight: 500,
  cursor: 'pointer',
})
export const call = style({ padding: `0 ${theme.space.x4} ${theme.space.x1} 32px` })
globalStyle(`${call} > summary`, { padding: '4px 0', cursor: 'pointer', overflowWrap: 'anywhere' })
export const method = style({ fontFamily: theme.font.mono, fontSize: theme.size.small })
export const about = style({ color: theme.color.textSoft, fontSize: theme.size.small })
