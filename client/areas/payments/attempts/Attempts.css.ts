import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** Who has to act, on a line of its own under the reason. */
export const actor = style({
  display: 'block',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  lineHeight: '16px',
})
