import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const sizes = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space.x2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const size = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '28px',
  padding: `0 ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.small,
})
