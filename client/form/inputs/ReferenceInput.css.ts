import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** Beside the label and no taller, so that fields with and without it align. */
export const newLink = style({ fontSize: theme.size.small })
export const created = style({
  marginInlineEnd: theme.space.x2,
  color: theme.color.success,
  fontSize: theme.size.small,
})
