import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const changes = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'hidden',
})
export const change = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  fontVariantNumeric: 'tabular-nums',
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } },
})
export const event = style({ fontWeight: 500 })
export const target = style({ flex: 1, minWidth: '80px', overflowWrap: 'anywhere' })
export const failure = style({ display: 'grid', justifyItems: 'start', gap: theme.space.x2 })
