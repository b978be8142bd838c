import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

export const keys = style({ display: 'grid', gap: theme.space.x2, marginBottom: theme.space.x4 })
export const row = style({
  display: 'grid',
  gridTemplateColumns: '110px 1fr',
  alignItems: 'baseline',
})
export const key = style({
  padding: `2px ${theme.space.x2}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.small,
  background: theme.color.sunken,
  fontFamily: theme.font.mono,
  fontSize: '13px',
})
