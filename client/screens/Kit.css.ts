import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const page = style({ display: 'grid', gap: theme.space.x6 })
export const part = style({ display: 'grid', gap: theme.space.x3, minWidth: 0 })
export const title = style({ fontSize: theme.size.large, fontWeight: 600 })
export const samples = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: theme.space.x3,
  minWidth: 0,
})
