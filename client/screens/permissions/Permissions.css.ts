import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
})
export const card = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x2,
  padding: theme.space.x4,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflowWrap: 'anywhere',
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.space.x3,
})
globalStyle(`${form} > div`, { flex: '1 1 240px', minWidth: 0, maxWidth: '420px' })
export const heading = style({ fontSize: theme.size.normal, fontWeight: 600 })
export const key = style({ fontFamily: theme.font.mono })
export const soft = style({ color: theme.color.textSoft, fontWeight: 400 })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  gap: `${theme.space.x1} ${theme.space.x3}`,
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
globalStyle(`${facts} dt`, { color: theme.color.textSoft })
globalStyle(`${facts} dd`, { margin: 0 })
export const calls = style({ marginTop: theme.space.x1 })
globalStyle(`${calls} summary`, { cursor: 'pointer', width: 'fit-content', minHeight: '24px' })
export const answer = style({ display: 'grid', gap: theme.space.x1 })
