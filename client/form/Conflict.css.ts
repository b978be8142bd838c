import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const collision = style({
  display: 'grid',
  gap: theme.space.x1,
  marginTop: theme.space.x3,
  paddingTop: theme.space.x3,
  borderTop: `1px solid ${theme.color.line}`,
})
export const side = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(96px, max-content) minmax(0, 1fr)',
  gap: theme.space.x3,
})
export const sideValue = style({
  margin: 0,
  color: theme.color.text,
  fontWeight: 500,
  overflowWrap: 'anywhere',
})
