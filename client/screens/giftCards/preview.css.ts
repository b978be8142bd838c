import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#client/styles/theme.css.ts'

export const both = style({
  display: 'grid',
  gap: theme.space.x3,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { '(min-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const sheet = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.medium,
  background: theme.color.surface,
  overflow: 'hidden',
})
export const name = style({
  margin: 0,
  padding: `${theme.space.x2} ${theme.space.x3}`,
  borderBottom: `1px solid ${theme.color.line}`,
  background: theme.color.sunken,
  fontSize: '13px',
  fontWeight: 600,
})
globalStyle(`${sheet} > p`, { padding: theme.space.x3 })
export const heads = style({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: `${theme.space.x1} ${theme.space.x3}`,
  margin: 0,
  padding: theme.space.x3,
  borderBottom: `1px solid ${theme.color.line}`,
})
globalStyle(`${heads} dt`, { color: theme.color.textSoft })
globalStyle(`${heads} dd`, { margin: 0, overflowWrap: 'anywhere' })
export const words = style({
  display: 'grid',
  gap: theme.space.x2,
  padding: theme.space.x3,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})
globalStyle(`${words} p`, { margin: 0 })
export const band = style({ display: 'block', width: '100%' })
export const logo = style({ maxWidth: '120px', maxHeight: '60px' })
export const amount = style({ fontSize: '20px', fontWeight: 600 })
export const soft = style({ color: theme.color.textSoft, fontSize: '13px' })
export const live = style({
  marginBottom: theme.space.x4,
  paddingBottom: theme.space.x3,
  borderBottom: `1px solid ${theme.color.line}`,
})
globalStyle(`${live} > summary`, {
  minHeight: '28px',
  cursor: 'pointer',
  fontWeight: 600,
})
