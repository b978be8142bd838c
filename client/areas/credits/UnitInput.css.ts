import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

/** As high as the adjacent input. */
export const fact = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.height.normal,
})
