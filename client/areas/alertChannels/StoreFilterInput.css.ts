import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** Below the input: the filter in words, and the link to the stores. */
export const words = style({
  display: 'grid',
  justifyItems: 'start',
  gap: theme.space.x2,
  marginTop: theme.space.x2,
})
export const filters = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space.x1,
  listStyle: 'none',
})
export const filter = style({
  padding: `2px ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.canvas,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
