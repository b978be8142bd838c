import { style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const matrix = style({ display: 'grid', gap: theme.space.x2, minWidth: 0 })
export const box = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '24px',
  minHeight: '24px',
})
