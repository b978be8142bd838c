import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const filters = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  alignItems: 'end',
  gap: theme.space.x3,
})
