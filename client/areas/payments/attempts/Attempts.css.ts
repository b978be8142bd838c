import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** The party who has to act, on a separate line below the reason. */
export const actor = style({
  display: 'block',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  lineHeight: '16px',
})
