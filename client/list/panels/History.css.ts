import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const soft = style({ color: theme.color.textSoft, fontSize: '13px' })
export const entries = style({ display: 'grid', gap: theme.space.x3 })
export const entry = style({
  display: 'grid',
  gap: theme.space.x1,
  paddingTop: theme.space.x3,
  borderTop: `1px solid ${theme.color.line}`,
})
export const head = style({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: theme.space.x2,
})
export const changes = style({ display: 'grid', gap: theme.space.x1, fontSize: '13px' })
export const change = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(88px, 30%) minmax(0, 1fr)',
  gap: theme.space.x2,
})
globalStyle(`${change} > dt`, { color: theme.color.textSoft })
globalStyle(`${change} > dd`, { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
globalStyle(`${change} ins`, { textDecoration: 'none', fontWeight: 500 })
export const before = style({ color: theme.color.textSoft })
