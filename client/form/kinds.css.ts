import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const range = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space.x2 })

export const swatch = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x2,
  whiteSpace: 'nowrap',
})
