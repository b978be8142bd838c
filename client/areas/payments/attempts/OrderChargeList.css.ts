import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const charges = style({ display: 'grid', listStyle: 'none' })
export const charge = style({
  display: 'grid',
  gap: theme.space.x1,
  padding: `${theme.space.x2} 0`,
  borderTop: `1px solid ${theme.color.line}`,
  selectors: { '&:last-child': { borderBottom: `1px solid ${theme.color.line}` } },
})
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `0 ${theme.space.x3}`,
  overflowWrap: 'anywhere',
})
export const amount = style({ fontWeight: 500, fontVariantNumeric: 'tabular-nums' })
export const soft = style({ color: theme.color.textSoft, fontVariantNumeric: 'tabular-nums' })
export const events = style({ display: 'grid', gap: theme.space.x1, listStyle: 'none' })
