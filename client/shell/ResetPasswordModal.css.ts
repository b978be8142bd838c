import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const form = style({ display: 'grid', gap: theme.space.x4 })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space.x2,
  marginTop: theme.space.x2,
})
export const gap = style({ flex: 1 })
