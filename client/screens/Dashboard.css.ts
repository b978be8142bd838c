import { style } from '@vanilla-extract/css'
import { theme } from '../styles/theme.css.ts'

const card = {
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
} as const

export const page = style({ display: 'grid', gap: theme.space.x6 })
export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
  gap: theme.space.x3,
})
export const figure = style({
  ...card,
  display: 'grid',
  gap: theme.space.x1,
  padding: theme.space.x4,
})
export const soft = style({ color: theme.color.textSoft })
export const count = style({
  fontSize: '24px',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  letterSpacing: '-0.02em',
})
export const section = style({ display: 'grid', gap: theme.space.x3 })
export const heading = style({ fontSize: theme.size.large, fontWeight: 600 })
export const changes = style({ ...card, overflow: 'hidden' })
export const change = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space.x1} ${theme.space.x4}`,
  padding: `${theme.space.x2} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } },
})
export const event = style({ fontWeight: 500 })
export const target = style({ flex: 1, minWidth: '80px', overflowWrap: 'anywhere' })
