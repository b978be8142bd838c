import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const choices = style({ display: 'grid', gap: theme.space.x1, minWidth: 0 })
export const boxes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
  gap: `0 ${theme.space.x3}`,
  maxHeight: '200px',
  padding: theme.space.x2,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  overflowY: 'auto',
})
export const box = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '28px',
})
