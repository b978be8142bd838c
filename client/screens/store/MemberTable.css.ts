import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const search = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 320px) auto',
  justifyContent: 'start',
  gap: theme.space.x2,
})
