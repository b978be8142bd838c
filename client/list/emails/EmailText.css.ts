import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** The text as it was written. Long words wrap. */
export const text = style({
  padding: theme.space.x3,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.canvas,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
})
export const note = style({ color: theme.color.textSoft, fontSize: theme.size.small })
